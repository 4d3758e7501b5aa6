"""The controller of a pyramid table: from hits to strokes to scores, the journal, the loop and the command line."""

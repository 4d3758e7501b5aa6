"""From hits to what happened on the table: one small module for each kind of sensor.

Every module is plain objects and functions fed in order of time. None reads a clock, and every setting has a name, a
unit and the reason for its value beside it.

    barrier    a light barrier's edges without their chatter: breaks (throat, mouth, line)
    throat     a pocket: one ball, two, one that came back, a hand, a storm
    readers    what a colour or tag reader read
    cushions   touches of cushions, without what only rang along
    crossings  balls that crossed a line, and towards which end
    tip        the cue's strokes told from balls' clicks, bumps and chalk
    buttons    the event that a button stands for
"""

"""A sample of the soak: play as it is, and nothing in the controller's loop that takes long."""

from pathlib import Path

from tests.soak.__main__ import play, short


def test_B2_no_turn_of_the_loop_takes_20_ms_and_whole_collections_wait_until_the_table_is_quiet(tmp_path: Path) -> None:
    found = play(tmp_path, lambda strokes: strokes == 12, speed=8)
    assert found["whole"] > 1, "none came after the start"
    assert short(found), found

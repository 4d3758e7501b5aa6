"""The table file: what a table is read as, and each kind of error refused with its line and what would be right."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luza_hardware.table_file import TableFileError, load_table, parse_table

RECORDINGS = Path(__file__).parent.parent / "recordings"

GOOD = """\
[table]
id = "table-1"
name = "Table 1"
length_mm = 3550
width_mm = 1775
ball_mm = 68

[stroke]
settle_s = 5.0

[colours]
cue = [150, 40, 30]
object = [230, 226, 212]

[balls]
"04A1B2" = "cue"
"04A1B3" = 1

[[node]]
id = "n1"
port = "/dev/serial/by-id/one"

[[sensor]]
id = "pocket.foot_left.beam"
kind = "beam"
pocket = "foot_left"
node = "n1"
channel = 0

[[sensor]]
id = "pocket.foot_left.colour"
kind = "colour"
pocket = "foot_left"
node = "n1"
channel = 2

[[sensor]]
id = "tip"
kind = "tip"
threshold = 0.12
node = "n1"
channel = 16

[[sensor]]
id = "cushion.left_foot"
kind = "cushion"
cushion = "left"
threshold = 0.06
node = "n1"
channel = 8

[[sensor]]
id = "line.centre_head"
kind = "line"
line = "centre"
node = "n1"
channel = 14

[[sensor]]
id = "line.centre_foot"
kind = "line"
line = "centre"
pair = "line.centre_head"
node = "n1"
channel = 15

[[sensor]]
id = "button.a"
kind = "button"
event = "play_on"
args = {demand = true}
by = "a"
gpio = 26
"""


def test_a_table_file_is_read_as_it_says():
    table = parse_table(GOOD)
    assert (table.id, table.name, table.length_mm, table.settle_s) == ("table-1", "Table 1", 3550, 5.0)
    assert table.colours == {"cue": (150, 40, 30), "object": (230, 226, 212)}
    assert table.balls == {"04A1B2": "cue", "04A1B3": 1}
    assert [node.port for node in table.nodes] == ["/dev/serial/by-id/one"]
    beam = table.sensor("pocket.foot_left.beam")
    assert (beam.kind, beam.pocket, beam.node, beam.channel, beam.gpio) == ("beam", "foot_left", "n1", 0, None)
    assert table.sensor("line.centre_foot").pair == "line.centre_head"
    button = table.sensor("button.a")
    assert (button.event, button.args, button.by, button.gpio) == ("play_on", {"demand": True}, "a", 26)
    assert [sensor.id for sensor in table.of_kind("cushion")] == ["cushion.left_foot"]
    assert table.text == GOOD


def test_a_sensor_that_the_table_lacks_is_a_key_error():
    with pytest.raises(KeyError):
        parse_table(GOOD).sensor("tip2")


@pytest.mark.parametrize("path", sorted(RECORDINGS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_tables_of_the_recordings_are_read(path):
    assert load_table(path).id == path.stem


# (what is replaced, by what, the line that is named, what the error says, what it says would be right)
MISTAKES = {
    "unknown section": ("[stroke]", "[strike]", 8, "no key 'strike'", "table, stroke, colours"),
    "unknown table key": ("ball_mm = 68", "bal_mm = 68", 6, "no key 'bal_mm'", "ball_mm"),
    "unknown stroke key": ("settle_s = 5.0", "settle = 5.0", 9, "no key 'settle'", "settle_s"),
    "unknown colour": ("cue = [150", "white = [150", 12, "no key 'white'", "cue, object"),
    "unknown node key": ('port = "/dev', 'baud = 9600\nport = "/dev', 21, "no key 'baud'", "id, port, uid"),
    "board id that is none": ('port = "/dev', 'uid = "n1"\nport = "/dev', 21, "uid is 'n1'", "luza boards list"),
    "board id that is cut": ('port = "/dev', 'uid = "e0e"\nport = "/dev', 21, "uid is 'e0e'", "hex digits"),
    "neither port nor board": ('port = "/dev/serial/by-id/one"', "", 19, "node n1 has no port", "the board's own uid"),
    "unknown sensor key": ("threshold = 0.12", "treshold = 0.12", 40, "no key 'treshold'", "threshold"),
    "key of another kind": ('pocket = "foot_left"\nnode', "threshold = 0.5\nnode", 26, "'threshold'", "pocket"),
    "unknown kind": ('kind = "beam"', 'kind = "laser"', 25, "kind is 'laser'", "beam, mouth, colour, tag"),
    "unknown pocket": ('pocket = "foot_left"', 'pocket = "middle"', 26, "pocket is 'middle'", "head_left, head_right"),
    "unknown cushion": ('cushion = "left"', 'cushion = "top"', 47, "cushion is 'top'", "head, foot, left, right"),
    "unknown line": ('line = "centre"', 'line = "baulk"', 55, "line is 'baulk'", "centre, head_string"),
    "unknown event": ('event = "play_on"', 'event = "play"', 70, "event is 'play'", "end_stroke"),
    "unknown argument": ("{demand = true}", "{demnd = true}", 71, "no key 'demnd'", "demand"),
    "unknown speaker": ('by = "a"', 'by = "me"', 72, "by is 'me'", "referee"),
    "unknown node": ('node = "n1"\nchannel = 16', 'node = "n2"\nchannel = 16', 41, "no node 'n2'", "n1"),
    "unknown pair": ('pair = "line.centre_head"', 'pair = "line.c"', 63, "no sensor 'line.c'", "the other beam"),
    "pair with itself": ('pair = "line.centre_head"', 'pair = "line.centre_foot"', 63, "behind", "the other beam"),
    "pair of another line": ('line = "centre"\nnode', 'line = "foot_string"\nnode', 63, "behind", "the other beam"),
    "doubled sensor id": ('id = "tip"', 'id = "line.centre_head"', 53, "used twice", "an id of its own"),
    "doubled channel": ("channel = 16", "channel = 0", 42, "the channel of pocket.foot_left.beam", "of its own"),
    "doubled beam": ('kind = "colour"', 'kind = "beam"', 32, "a second beam", "at most one beam"),
    "number too large": ("length_mm = 3550", "length_mm = 35500", 4, "length_mm is 35500", "1000 to 6000 mm"),
    "number too small": ("settle_s = 5.0", "settle_s = 0", 9, "settle_s is 0", "0.5 to 60 seconds"),
    "number that is none": ("width_mm = 1775", 'width_mm = "wide"', 5, "width_mm is 'wide'", "a number from"),
    "number that is not a number": ("ball_mm = 68", "ball_mm = nan", 6, "ball_mm is nan", "40 to 80"),
    "threshold out of range": ("threshold = 0.12", "threshold = 1.2", 40, "threshold is 1.2", "0.001 to 1"),
    "channel out of range": ("channel = 16", "channel = 256", 42, "channel is 256", "from 0 to 255"),
    "pin out of range": ("gpio = 26", "gpio = 28", 73, "gpio is 28", "from 0 to 27"),
    "pin and node": ("gpio = 26", 'gpio = 26\nnode = "n1"', 73, "on a pin and on a node", "either gpio, or"),
    "neither pin nor node": ("gpio = 26", "", 67, "hangs on nothing", "node and channel, or gpio"),
    "channel missing": ("channel = 16", "", 37, "has no channel", "add channel"),
    "pocket missing": ('pocket = "foot_left"\n', "", 23, "has no pocket", "add pocket"),
    "bad table id": ('id = "table-1"', 'id = "Table 1"', 2, "id is 'Table 1'", "a-z, 0-9 and -"),
    "bad sensor id": ('id = "tip"', 'id = "the tip"', 38, "id is 'the tip'", "1 to 64"),
    "no table id": ('id = "table-1"', "", 1, "[table] has no id", "add id"),
    "colour out of range": ("[150, 40, 30]", "[150, 40, 300]", 12, "cue is 300", "from 0 to 255"),
    "colour of two numbers": ("[150, 40, 30]", "[150, 40]", 12, "cue is [150, 40]", "[red, green, blue]"),
    "one colour twice": ("[230, 226, 212]", "[150, 40, 30]", 13, "the same colour", "as the readers see them"),
    "unknown ball": ('"04A1B3" = 1', '"04A1B3" = 16', 17, "the tag '04A1B3' is 16", "a number from 1 to 15"),
    "sensor that is no list": ('[[sensor]]\nid = "pocket.foot_left.beam"', '[sensor]\nid = "x"', None, "", ""),
    "not TOML": ('name = "Table 1"', "name = Table 1", 3, "not TOML", "toml.io"),
    "key given twice": ("width_mm = 1775", "width_mm = 1775\nwidth_mm = 1", 6, "not TOML", "toml.io"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_refused_with_its_line_and_what_would_be_right(name):
    old, new, line, wrong, right = MISTAKES[name]
    assert old in GOOD
    with pytest.raises(TableFileError) as refused:
        parse_table(GOOD.replace(old, new, 1), "my.toml")
    said = str(refused.value)
    assert said.startswith("my.toml:")
    assert "\n" not in said
    if line:
        assert f"line {line}:" in said
        assert wrong in said.split("; ")[0]
        assert right in said.split("; ", 1)[1]


def test_a_doubled_node_id_or_port_is_refused():
    again = '[[node]]\nid = "n1"\nport = "/dev/two"\n'
    with pytest.raises(TableFileError, match=r"line 76: the id 'n1' is used twice"):
        parse_table(GOOD + "\n" + again)
    again = '[[node]]\nid = "n2"\nport = "/dev/serial/by-id/one"\n'
    with pytest.raises(TableFileError, match=r"line 77: the port .* is used twice"):
        parse_table(GOOD + "\n" + again)


def test_nodes_may_share_a_port_or_a_pattern_where_each_has_its_own_board():
    text = GOOD.replace('port = "/dev/serial/by-id/one"', 'port = "/dev/ttyACM*"\nuid = "E0E1"')
    other = '[[node]]\nid = "n2"\nport = "/dev/ttyACM*"\nuid = "e0e2"\n[[node]]\nid = "n3"\nuid = "e0e3"\n'
    table = parse_table(text + "\n" + other)
    assert [(node.port, node.uid) for node in table.nodes] == [
        ("/dev/ttyACM*", "e0e1"),
        ("/dev/ttyACM*", "e0e2"),
        (None, "e0e3"),
    ]
    with pytest.raises(TableFileError, match=r"line 79: the board e0e1 is used twice; give every node a board"):
        parse_table(text + "\n" + other.replace("e0e2", "E0E1"))
    with pytest.raises(TableFileError, match=r"line 78: the port .* is used twice"):
        parse_table(text + "\n" + other.replace('uid = "e0e2"\n', ""))


def test_a_colour_reader_without_colours_to_compare_with_is_refused():
    without = GOOD.replace("[colours]\ncue = [150, 40, 30]\nobject = [230, 226, 212]\n", "")
    with pytest.raises(TableFileError, match=r"pocket.foot_left.colour reads colours.*add \[colours\]"):
        parse_table(without)


def test_arguments_may_stand_in_a_table_of_their_own():
    apart = GOOD.replace("args = {demand = true}\n", "") + "[sensor.args]\ndemand = 1\nsoon = 2\n"
    with pytest.raises(TableFileError, match="line 75: the event play_on has no key 'soon'"):
        parse_table(apart)


def test_a_file_that_is_missing_or_not_text_is_told_in_one_line(tmp_path):
    with pytest.raises(TableFileError, match=r"nothing.toml: can't be read: No such file"):
        load_table(tmp_path / "nothing.toml")
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b'[table]\nid = "\xff"\n')
    with pytest.raises(TableFileError, match="line 2: this is not UTF-8"):
        load_table(bad)


@given(st.data())
def test_no_damage_to_a_table_file_ends_in_anything_but_a_clear_error(data):
    start = data.draw(st.integers(0, len(GOOD)))
    length = data.draw(st.integers(0, 40))
    instead = data.draw(st.text(max_size=8))
    try:
        parse_table(GOOD[:start] + instead + GOOD[start + length :])
    except TableFileError as error:
        assert str(error).startswith("table.toml:")
        assert "; " in str(error)

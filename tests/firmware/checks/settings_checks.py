"""What a board's settings may say, and what is answered to what they may not."""

from luza_node.settings import SettingsError, parse, uart_of

WHOLE = """{
    "inputs": [{"channel": 0, "pin": 2}, {"channel": 1, "pin": 3, "active": "high"}, {"channel": 9, "pin": 12}],
    "piezos": [{"channel": 8, "pin": 26, "floor": 0.1}, {"channel": 10, "pin": 27}],
    "colours": [{"channel": 2, "sda": 4, "scl": 5, "white": [2600, 2400, 2100], "empty": 0},
                {"channel": 5, "sda": 6, "scl": 7}],
    "tags": [{"channel": 3, "reader": "rdm6300", "rx": 13}, {"channel": 4, "reader": "pn532", "sda": 4, "scl": 5}],
    "led": 15}"""

REFUSED = (
    ("", "is no JSON"),
    (b"\xff\xfe", "is no JSON"),
    ("{} {}", "is no JSON"),
    ("[]", 'must be an object with any of "inputs", "piezos", "colours", "tags", "led"'),
    ("{}", "must be an object with any of"),
    ('{"pins": []}', "must be an object with any of"),
    ('{"inputs": {}}', '"inputs" must be a list'),
    ('{"inputs": [3]}', "inputs, entry 1: must be an object"),
    ('{"inputs": [{"channel": 0}]}', 'inputs, entry 1: "pin" is a number from 0 to 29'),
    ('{"inputs": [{"channel": 255, "pin": 2}]}', 'inputs, entry 1: "channel" is a number from 0 to 254'),
    ('{"inputs": [{"channel": true, "pin": 2}]}', '"channel" is a number from 0 to 254'),
    ('{"inputs": [{"channel": "0", "pin": 2}]}', '"channel" is a number from 0 to 254'),
    ('{"inputs": [{"channel": 0, "pin": 2, "active": "low "}]}', '"active" is "low" or "high"'),
    ('{"inputs": [{"channel": 0, "pin": 2, "pull": 1}]}', '"pull" isn\'t known; there are channel, pin, active'),
    ('{"piezos": [{"channel": 0, "pin": 25}]}', 'piezos, entry 1: "pin" is a number from 26 to 29'),
    ('{"piezos": [{"channel": 0, "pin": 26, "floor": 0}]}', '"floor" is a number from 0.001 to below 1'),
    ('{"piezos": [{"channel": 0, "pin": 26, "floor": "0.1"}]}', '"floor" is a number from 0.001 to below 1'),
    ('{"colours": [{"channel": 0, "sda": 4, "scl": 5, "empty": -0.1}]}', '"empty" is a number from 0 to below 0.9'),
    ('{"colours": [{"channel": 0, "sda": 4, "scl": 5, "empty": 0.9}]}', '"empty" is a number from 0 to below 0.9'),
    ('{"colours": [{"channel": 0, "sda": 4, "scl": 5, "white": 9}]}', '"white" is three counts from 1 to 65535'),
    ('{"colours": [{"channel": 0, "sda": 4, "scl": 5, "white": [1, 2, 0]}]}', '"white" is three counts'),
    ('{"tags": [{"channel": 0, "rx": 1}]}', 'tags, entry 1: "reader" is "rdm6300" or "pn532"'),
    ('{"tags": [{"channel": 0, "reader": "rdm6300", "rx": 2}]}', '"rx" is one of 1, 5, 9, 13, 17, 21, 25, 29'),
    ('{"tags": [{"channel": 0, "reader": "rdm6300", "sda": 2}]}', '"sda" isn\'t known; there are channel, reader, rx'),
    (
        '{"tags": [{"channel": 0, "reader": "pn532", "rx": 1}]}',
        '"rx" isn\'t known; there are channel, reader, sda, scl',
    ),
    ('{"led": 30}', '"led" is a number from 0 to 29'),
    ('{"inputs": [{"channel": 0, "pin": 2}, {"channel": 0, "pin": 3}]}', "channel 0 is there twice"),
    ('{"inputs": [{"channel": 0, "pin": 2}], "led": 2}', "pin 2 is there twice"),
    ('{"inputs": [{"channel": 0, "pin": 5}], "colours": [{"channel": 1, "sda": 4, "scl": 5}]}', "pin 5 is there twice"),
    ('{"colours": [{"channel": 0, "sda": 4, "scl": 4}]}', "pin 4 is there twice"),
    (
        '{"colours": [{"channel": 0, "sda": 4, "scl": 5}, {"channel": 1, "sda": 4, "scl": 5}]}',
        "two sensors of a kind on pins 4 and 5: they have one address, each needs a bus of its own",
    ),
    (
        '{"tags": [{"channel": 0, "reader": "rdm6300", "rx": 1}, {"channel": 1, "reader": "rdm6300", "rx": 13}]}',
        "two RDM6300 need two UARTs: rx 1, 13, 17 or 29, and rx 5, 9, 21 or 25",
    ),
)


def test_all_that_settings_may_say():
    settings = parse(WHOLE)
    assert settings.inputs == [(0, 2, False), (1, 3, True), (9, 12, False)]
    assert settings.piezos == [(8, 26, 0.1), (10, 27, 0.04)]
    assert settings.colours == [(2, 4, 5, (2600, 2400, 2100), 0.0), (5, 6, 7, (2500, 2500, 2500), 0.05)]
    assert (settings.rdm6300s, settings.pn532s, settings.led) == ([(3, 13)], [(4, 4, 5)], 15)
    assert parse(WHOLE.encode()).led == 15


def test_what_settings_may_not_say_is_told_with_its_place_and_what_would_be_right():
    for text, complaint in REFUSED:
        try:
            parse(text)
        except SettingsError as error:
            assert str(error).startswith("luza.json: ") and complaint in str(error), (text, str(error))
        else:
            raise AssertionError(text)


def test_the_uart_of_a_pin_is_the_data_sheets():
    assert [rx for rx in (1, 5, 9, 13, 17, 21, 25, 29) if uart_of(rx) == 0] == [1, 13, 17, 29]

"""Broker addresses as luza.toml gives them."""

from __future__ import annotations

from pathlib import Path

import pytest

from luza_mqtt.address import AddressError, Broker, parse_broker


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("mqtt://localhost", Broker("localhost", 1883)),
        ("mqtt://10.0.0.5:1884/", Broker("10.0.0.5", 1884)),
        ("mqtt://[::1]:1884", Broker("::1", 1884)),
        ("mqtt://table@localhost", Broker("localhost", 1883, user="table")),
        ("mqtts://hall.example", Broker("hall.example", 8883, tls=True)),
        ("ws://hall.example:9001", Broker("hall.example", 9001, "websockets", "/mqtt")),
        ("wss://hall.example/broker", Broker("hall.example", 443, "websockets", "/broker", tls=True)),
    ],
)
def test_an_address_is_read(url: str, broker: Broker) -> None:
    assert parse_broker(url) == broker


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("localhost", "begins with none of mqtt://, mqtts://, ws://, wss://"),
        ("http://localhost", "begins with none of"),
        ("mqtt://", "names no host"),
        ("mqtt://:1883", "names no host"),
        ("mqtt://localhost:many", "can't be read"),
        ("mqtt://localhost:70000", "can't be read"),
        ("mqtt://localhost:0", "port 0"),
        ("mqtt://[::1", "can't be read"),
        ("mqtt://table:secret@localhost", "has a password in it"),
        ("mqtt://localhost/luza", "goes on behind"),
        ("ws://localhost/mqtt?x=1", "goes on behind"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_with_what_is_wrong(url: str, says: str) -> None:
    with pytest.raises(AddressError, match=says) as caught:
        parse_broker(url)
    assert "secret" not in str(caught.value)


def test_the_password_is_the_first_line_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("пароль 1\nmore\n", encoding="utf-8")
    broker = parse_broker("mqtt://localhost", "table", file)
    assert (broker.user, broker.password) == ("table", "пароль 1")
    assert "пароль" not in repr(broker)
    assert broker.url == "mqtt://localhost:1883"


def test_a_password_file_that_is_missing_empty_or_without_a_user_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    with pytest.raises(AddressError, match="is empty"):
        parse_broker("mqtt://localhost", "table", empty)
    with pytest.raises(AddressError, match="can't be read"):
        parse_broker("mqtt://localhost", "table", tmp_path / "missing")
    with pytest.raises(AddressError, match="without a user"):
        parse_broker("mqtt://localhost", None, empty)


def test_an_authority_that_is_no_certificate_or_means_nothing_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text("not a certificate")
    with pytest.raises(AddressError, match="can't be used"):
        parse_broker("mqtts://localhost", ca=file)
    with pytest.raises(AddressError, match="doesn't use TLS"):
        parse_broker("mqtt://localhost", ca=file)

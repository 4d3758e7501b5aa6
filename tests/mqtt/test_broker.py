"""A broker for one machine: it starts, refuses clearly, and leaves nothing behind."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from luza_mqtt import broker as broker_module
from luza_mqtt.broker import HOST, BrokerError, Kind, find_mosquitto, mosquitto_configuration, start_broker

KINDS: list[Kind] = ["mosquitto", "embedded"]


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True


@pytest.mark.parametrize("kind", KINDS)
def test_a_broker_answers_when_it_is_started_and_is_gone_when_it_is_stopped(kind: Kind, tmp_path: Path) -> None:
    broker = start_broker(tmp_path, prefer=kind)
    assert broker.kind == kind
    assert broker.running
    for port in (broker.tcp_port, broker.ws_port):
        socket.create_connection((HOST, port), timeout=5).close()
    broker.stop()
    assert not broker.running
    assert is_free(broker.tcp_port)
    assert is_free(broker.ws_port)
    broker.stop()


@pytest.mark.parametrize("kind", KINDS)
def test_a_broker_listens_on_this_machine_alone(kind: Kind, tmp_path: Path) -> None:
    with start_broker(tmp_path, prefer=kind) as broker:
        for port in (broker.tcp_port, broker.ws_port):
            # 127.0.0.2 is this machine too, but another address: who answers there answers on all of them
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.2", port), timeout=5)


@pytest.mark.parametrize("which", ["tcp", "ws"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_port_in_use_is_refused_with_its_number(kind: Kind, which: str, tmp_path: Path) -> None:
    with socket.create_server((HOST, 0)) as held:
        port = held.getsockname()[1]
        ports = (port, 0) if which == "tcp" else (0, port)
        with pytest.raises(BrokerError, match=f"port {port} can't be used .*in use.*choose another"):
            start_broker(tmp_path, *ports, prefer=kind)


def test_a_port_that_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BrokerError, match="port 70000 can't be used"):
        start_broker(tmp_path, 70000)


def test_without_mosquitto_the_embedded_broker_is_taken_unless_mosquitto_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker_module, "find_mosquitto", lambda: None)
    with start_broker(tmp_path) as broker:
        assert broker.kind == "embedded"
    with pytest.raises(BrokerError, match="not installed"):
        start_broker(tmp_path, prefer="mosquitto")


def test_mosquitto_is_found_where_debian_puts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert find_mosquitto() == Path("/usr/sbin/mosquitto")


def test_a_broker_that_ends_at_once_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker_module, "mosquitto_configuration", lambda *_: "nonsense true\n")
    with pytest.raises(BrokerError, match=r"ended at once: .*Unknown configuration variable"):
        start_broker(tmp_path, prefer="mosquitto")


@pytest.mark.parametrize("kind", KINDS)
def test_a_broker_ends_with_the_program_that_started_it(kind: Kind, tmp_path: Path) -> None:
    program = f"""
import sys
from pathlib import Path
from luza_mqtt.broker import start_broker
broker = start_broker(Path({str(tmp_path)!r}), prefer={kind!r})
print(broker.tcp_port, broker.ws_port, flush=True)
sys.stdin.read()
"""
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as starter:
        assert starter.stdout is not None
        ports = [int(port) for port in starter.stdout.readline().split()]
        with socket.create_connection((HOST, ports[0]), timeout=20) as connection:
            starter.kill()
            assert connection.recv(1) == b""  # the broker has closed it
    assert len(ports) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_broker_is_gone_at_once(kind: Kind, tmp_path: Path) -> None:
    broker = start_broker(tmp_path, prefer=kind)
    with socket.create_connection((HOST, broker.tcp_port), timeout=20) as connection:
        broker.kill()
        with suppress(ConnectionResetError):
            assert connection.recv(1) == b""
    assert not broker.running
    assert is_free(broker.tcp_port)


@pytest.mark.parametrize("kind", KINDS)
def test_ctrl_c_in_the_terminal_is_not_for_the_broker(kind: Kind, tmp_path: Path) -> None:
    with start_broker(tmp_path, prefer=kind) as broker:
        assert os.getpgid(broker._process.pid) != os.getpgid(0)


@pytest.mark.parametrize("kind", KINDS)
def test_two_brokers_live_beside_one_another(kind: Kind, tmp_path: Path) -> None:
    with start_broker(tmp_path / "one", prefer=kind) as one, start_broker(tmp_path / "two", prefer=kind) as two:
        assert len({one.tcp_port, one.ws_port, two.tcp_port, two.ws_port}) == 4


def test_the_configuration_speaks_of_both_listeners() -> None:
    text = mosquitto_configuration(1883, 9001)
    assert "listener 1883 127.0.0.1\nprotocol mqtt" in text
    assert "listener 9001 127.0.0.1\nprotocol websockets" in text

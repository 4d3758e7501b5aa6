"""A broker on this machine alone, for the demo and the tests: Mosquitto where it is installed, else an embedded one.

Both listen on the loopback interface only, over TCP and over WebSocket, let everybody in and keep nothing on disk.
Both are processes in a group of their own, so that Ctrl-C reaches only the program that started them, which ends them
in its own order; they end with it too where it is killed. As a program (`python -m luza_mqtt.broker TCP_PORT WS_PORT`)
this is the embedded broker.
"""

from __future__ import annotations

import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from luza_mqtt.address import Broker

HOST = "127.0.0.1"
FREE_PORTS = range(20_000, 32_000)
"""Where a free port is looked for: below those that the system gives to connections. A client that tries a port of
theirs again and again, while its broker is away, can meet itself there, and then the broker finds its port taken."""
ATTEMPTS = 100
READY_WITHIN_S = 10.0
STOP_WITHIN_S = 5.0

Kind = Literal["mosquitto", "embedded"]

_GUARD = """
exec 3<&0
"$@" </dev/null 3<&- & broker=$!
trap 'kill $broker' TERM
{ read -r _; kill $broker; } <&3 2>/dev/null &
wait $broker || wait $broker
"""
"""A shell beside Mosquitto: passes SIGTERM on, and ends it when standard input closes, since who started it has gone.

It waits twice, as a signal ends the first wait before the broker has ended.
"""


class BrokerError(Exception):
    """No broker, and why, in one line for a person."""


@dataclass
class RunningBroker:
    """A broker that answers. Stop it, or use it as a context manager."""

    kind: Kind
    tcp_port: int
    ws_port: int
    log: Path
    """What it says; first place to look when something is odd."""
    _process: subprocess.Popen[bytes]

    @property
    def address(self) -> Broker:
        """For our own clients."""
        return Broker(HOST, self.tcp_port)

    @property
    def url(self) -> str:
        """`mqtt://…`, for luza.toml."""
        return self.address.url

    @property
    def ws_url(self) -> str:
        """`ws://…`, for pages."""
        return f"ws://{HOST}:{self.ws_port}/mqtt"

    @property
    def running(self) -> bool:
        """Whether the process still lives."""
        return self._process.poll() is None

    def stop(self) -> None:
        """End it, by force where it doesn't go within some seconds. Once more does nothing."""
        self._process.terminate()
        self._wait(STOP_WITHIN_S)

    def kill(self) -> None:
        """End it at once, as a power cut would: for tests."""
        self._kill_group()
        self._wait(STOP_WITHIN_S)

    def _kill_group(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _wait(self, within_s: float) -> None:
        try:
            self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            self._kill_group()
            self._process.wait(within_s)
        if self._process.stdin is not None:
            self._process.stdin.close()

    def __enter__(self) -> RunningBroker:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()


def find_mosquitto() -> Path | None:
    """The installed Mosquitto; Debian has it where an ordinary user's PATH doesn't lead."""
    found = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    return None if found is None else Path(found)


def start_broker(folder: Path, tcp_port: int = 0, ws_port: int = 0, prefer: Kind | None = None) -> RunningBroker:
    """Start a broker and wait until both its listeners answer; its files go into `folder`. Port 0 takes a free one.

    `prefer` asks for one kind; without it Mosquitto is taken where it is installed. BrokerError for a port in use, for
    a kind that isn't there, and for a broker that doesn't start.
    """
    mosquitto = find_mosquitto()
    if prefer == "mosquitto" and mosquitto is None:
        raise BrokerError("mosquitto is not installed; `apt install mosquitto` brings it")
    kind: Kind = "mosquitto" if mosquitto is not None and prefer != "embedded" else "embedded"
    tcp_port, ws_port = _ports(tcp_port, ws_port)
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "mosquitto":
        configuration = folder / "mosquitto.conf"
        configuration.write_text(mosquitto_configuration(tcp_port, ws_port), encoding="utf-8")
        command = ["/bin/sh", "-c", _GUARD, "guard", str(mosquitto), "-c", str(configuration)]
    else:
        command = [sys.executable, "-m", "luza_mqtt.broker", str(tcp_port), str(ws_port)]
    log = folder / f"{kind}.log"
    with log.open("wb") as output:
        # nobody writes to its input: it closes when the program that started it has gone, and says so
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output, stderr=output, start_new_session=True)
    broker = RunningBroker(kind, tcp_port, ws_port, log, process)
    try:
        _wait_until_ready(broker, process)
    except BaseException:
        broker.stop()
        raise
    return broker


def mosquitto_configuration(tcp_port: int, ws_port: int) -> str:
    """What Mosquitto 2.0 and later read: two listeners on the loopback interface, nobody asked for a name."""
    return f"""\
# written by luza: a broker for this machine alone
user {pwd.getpwuid(os.geteuid()).pw_name}
per_listener_settings false
allow_anonymous true
persistence false
log_dest stderr
log_type error
log_type warning
log_type notice
# small messages leave at once, not after 40 ms
set_tcp_nodelay true

listener {tcp_port} {HOST}
protocol mqtt

# without the domain this kind of listener would be open to the whole network, whatever its address says
listener {ws_port} {HOST}
protocol websockets
socket_domain ipv4
"""


def _ports(*asked: int) -> Sequence[int]:
    """The ports asked for, with a free one for each 0. BrokerError for one that is in use."""
    with ExitStack() as held:
        return [_hold(held, port) if port else _hold_any(held) for port in asked]


def _hold(held: ExitStack, port: int) -> int:
    """Keep this port until `held` is closed, so that no other of ours gets it."""
    holder = held.enter_context(socket.socket())
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        holder.bind((HOST, port))
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise BrokerError(f"port {port} can't be used for the broker ({why}); choose another") from None
    return port


def _hold_any(held: ExitStack) -> int:
    for port in random.sample(FREE_PORTS, ATTEMPTS):
        with suppress(BrokerError):
            return _hold(held, port)
    raise BrokerError(f"no free port was found from {FREE_PORTS.start} to {FREE_PORTS.stop - 1}")


def _wait_until_ready(broker: RunningBroker, process: subprocess.Popen[bytes]) -> None:
    """Return when both listeners take connections. BrokerError when it ends instead, or takes too long."""
    until = time.monotonic() + READY_WITHIN_S
    while not all(_answers(port) for port in (broker.tcp_port, broker.ws_port)):
        if time.monotonic() > until:
            raise BrokerError(f"the broker ({broker.kind}) didn't answer within {READY_WITHIN_S:g} s; see {broker.log}")
        try:
            process.wait(0.02)
        except subprocess.TimeoutExpired:
            continue
        break
    if process.poll() is not None:
        said = broker.log.read_text(encoding="utf-8", errors="replace").splitlines()
        errors = [line.partition("Error")[2].lstrip(": ") for line in said if "Error" in line] or said[-1:]
        raise BrokerError(f"the broker ({broker.kind}) ended at once: {' '.join(errors) or 'it said nothing'}")


def _answers(port: int) -> bool:
    try:
        socket.create_connection((HOST, port), timeout=1.0).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    from luza_mqtt.embedded import main

    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))

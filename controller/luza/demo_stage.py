"""The demo's parts, started in order and ended in order: broker, virtual table with its players, controller, page.

Table and controller are processes of their own, as in a club: what the page shows has gone over a serial line, through
the journal and over MQTT.
"""

from __future__ import annotations

import ctypes
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from types import TracebackType

from luza.errors import UserError
from luza_hardware.table_file import parse_table
from luza_mqtt.broker import BrokerError, RunningBroker, start_broker
from luza_mqtt.displays import DisplaysError, DisplaysServer, serve

HALL = "demo"
STOP_WITHIN_S = 5.0
PR_SET_PDEATHSIG = 1  # prctl(2)
FIRST_PORT, PORTS = 8080, 100

CONFIG = """\
# written by luza demo
[hall]
id = "{hall}"

[broker]
url = "{broker}"

[[actor]]
name = "robots"
role = "admin"

[[actor]]
name = "referee"
role = "referee"

[[actor]]
name = "display"
role = "display"
"""


def end_with_parent() -> None:
    """In a child: ask the system to end it should the demo itself be killed."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Stage:
    """Everything that plays, as a context manager; its files (journal, truth, logs) stand in `folder`.

    `port` None: the first free one from 8080 on; 0: any. UserError when a part can't be started.
    """

    folder: Path
    game: str
    seed: int
    speed: float
    lang: str
    port: int | None = None
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def __enter__(self) -> Stage:
        self._parts = ExitStack()
        try:
            self._build()
        except (BrokerError, DisplaysError) as error:
            self._parts.close()
            raise UserError(str(error)) from error
        except BaseException:
            self._parts.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._parts.close()

    def _build(self) -> None:
        text = files("luza_hardware").joinpath("tables/demo.toml").read_text(encoding="utf-8")
        boards = self.folder / "boards"
        table = parse_table(text, "demo.toml")
        for node in table.nodes:
            text = text.replace(f'"{node.port}"', f'"{boards / node.id}"')
        self.table_id = table.id
        self.table_file = self.folder / "table.toml"
        self.table_file.write_text(text, encoding="utf-8")
        self.page: DisplaysServer
        self.broker: RunningBroker = self._parts.enter_context(start_broker(self.folder / "broker"))
        (self.folder / "luza.toml").write_text(CONFIG.format(hall=HALL, broker=self.broker.url), encoding="utf-8")
        self.start_controller()
        options = {
            "--table": self.table_file,
            "--ports": boards,
            "--hall": HALL,
            "--broker": self.broker.url,
            "--game": self.game,
            "--seed": self.seed,
            "--speed": self.speed,
            "--lang": self.lang,
            "--truth": self.truth,
        }
        self.start("virtual", options)
        self.page = self._serve()
        self._parts.callback(self.page.stop)

    def _serve(self) -> DisplaysServer:
        """The page's server. Ports are tried by using them: another demo may look for one just now."""
        ports = range(FIRST_PORT, FIRST_PORT + PORTS) if self.port is None else (self.port,)
        for port in ports:
            try:
                return serve(port, self.lang, self.broker.ws_url, HALL, self.table_id)
            except DisplaysError as error:
                if self.port is not None or not isinstance(error.__cause__, OSError):
                    raise
        raise UserError(f"no port from {ports[0]} to {ports[-1]} is free for the page; --port names another")

    @property
    def truth(self) -> Path:
        """The match log of what truly happened on the virtual table."""
        return self.folder / "truth.match"

    @property
    def journal(self) -> Path:
        """The folder of the controller's journal."""
        return self.folder / "journal"

    def start_controller(self) -> None:
        """Start the controller; again, when it was killed."""
        options = {
            "--table": self.table_file,
            "--config": self.folder / "luza.toml",
            "--journal": self.journal,
            "--speed": self.speed,
        }
        self.start("run", options)

    def program(self, command: str) -> list[str]:  # noqa: ARG002
        """How a command's process is begun."""
        return [sys.executable, "-m", "luza.cli"]

    def start(self, command: str, options: Mapping[str, object]) -> None:
        """Start one `luza` command as a process that ends with the stage."""
        words = [str(word) for option in options.items() for word in option]
        with (self.folder / f"{command}.log").open("ab") as output:
            process = subprocess.Popen(
                [*self.program(command), command, *words],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C in the terminal reaches the demo alone, which ends its parts in order
                preexec_fn=end_with_parent,  # noqa: PLW1509 - one call that can't block
            )
        self.processes[command] = process
        self._parts.callback(end, process)

    def ended(self) -> str | None:
        """A part that has ended by itself, with its last words; None while all play."""
        for command, process in self.processes.items():
            if process.poll() is not None:
                said = (self.folder / f"{command}.log").read_text(encoding="utf-8", errors="replace").splitlines()
                return f"luza {command} has ended (status {process.returncode}): {said[-1] if said else 'no word'}"
        return None if self.broker.running else f"the broker has ended; see {self.broker.log}"


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process: asked first, by force where it doesn't go."""
    process.terminate()
    try:
        process.wait(STOP_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(STOP_WITHIN_S)

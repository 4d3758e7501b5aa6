"""The web server of the displays: hands out the built pages, which then speak MQTT with the broker by themselves.

Nothing of a table goes through here. The built files (made by npm when the package is built, mqtt/pages) are read once,
so a path can only name one of them, and a running server isn't disturbed by an update of the package. The pages get
their settings from `/config.json`: language, broker, hall and table.
"""

from __future__ import annotations

import errno
import gzip
import ipaddress
import json
import re
import socket
import threading
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from urllib.parse import urlsplit, urlunsplit

from luza_mqtt.topics import check_id

LANGUAGES = ("ru", "en")
WEB = Path(__file__).with_name("web")

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_HASHED = re.compile(r"-[A-Z0-9]{8}\.\w+$")  # a bundle's name tells its content
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]")
_IDLE_S = 20  # a client that says nothing for so long is let go


class DisplaysError(Exception):
    """The displays can't be served as asked; the text says why, and what would be right."""


@dataclass(frozen=True)
class BuiltFile:
    """One file of the built pages: its content (also gzipped), its type, and how long a browser may keep it."""

    content: bytes
    zipped: bytes
    kind: str
    cache: str


@dataclass(frozen=True)
class Settings:
    """What `/config.json` tells a page."""

    lang: str
    ws_url: str
    hall: str
    table: str

    def for_host(self, host: str) -> Settings:
        """The settings for a page that was opened at `host` (a Host header's value, perhaps with a port).

        A broker on the loopback is this machine's own, and another machine's page reaches it by the name by which it
        reached this server.
        """
        url = urlsplit(self.ws_url)
        name = host if _HOST.fullmatch(host) else host.rpartition(":")[0]
        if not _HOST.fullmatch(name) or not _is_loopback(url.hostname or "") or _is_loopback(name.strip("[]")):
            return self
        port = f":{url.port}" if url.port else ""
        return Settings(self.lang, urlunsplit(url._replace(netloc=name + port)), self.hall, self.table)

    def as_json(self) -> bytes:
        """The payload of `/config.json`."""
        settings = {"lang": self.lang, "ws_url": self.ws_url, "hall": self.hall, "table": self.table}
        return json.dumps(settings, ensure_ascii=False).encode()

    def security_policy(self) -> str:
        """The pages' Content-Security-Policy: their own files, the broker, and no other origin."""
        broker = urlsplit(self.ws_url)
        return "; ".join(
            (
                "default-src 'none'",
                "script-src 'self'",
                "style-src 'self'",
                "img-src 'self'",
                f"connect-src 'self' {broker.scheme}://{broker.netloc}",
                "base-uri 'none'",
                "form-action 'none'",
                "frame-ancestors 'self'",
                "require-trusted-types-for 'script'",
                "trusted-types 'none'",
            )
        )


class DisplaysServer:
    """A running server of the pages; `url` is where to look, `stop()` ends it and frees its port."""

    def __init__(self, http: ThreadingHTTPServer, url: str) -> None:
        self.url = url
        self._http = http
        self._thread = threading.Thread(target=http.serve_forever, args=(0.1,), name="luza-displays", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop serving; returns when the port is free. May be called twice."""
        if self._thread.is_alive():
            self._http.shutdown()
            self._thread.join()
        self._http.server_close()


def serve(
    port: int, lang: str, ws_url: str, hall: str, table: str, *, host: str = "127.0.0.1", web: Path = WEB
) -> DisplaysServer:
    """Serve the pages of one table on `host`:`port` (port 0: any free one), in a thread of its own.

    `ws_url` is the broker's WebSocket (`ws://` or `wss://`), `lang` one of LANGUAGES. Raises DisplaysError for settings
    that can't be, for pages that aren't built, and for a port that is in use.
    """
    settings = Settings(_language(lang), _websocket(ws_url), *_ids(hall, table))
    files = load(web)
    if not 0 <= port <= 65535:
        raise DisplaysError(f"there is no port {port}: choose one from 1 to 65535, or 0 for any free one")
    try:
        http = (_Http6 if ":" in host else _Http)((host, port), files, settings)
    except OSError as error:
        raise DisplaysError(_why_not(host, port, error)) from error
    shown = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    name = f"[{shown}]" if ":" in shown else shown
    return DisplaysServer(http, f"http://{name}:{http.server_address[1]}/")


def load(web: Path = WEB) -> dict[str, BuiltFile]:
    """The built pages by their paths in an address (`/` is index.html). DisplaysError when they aren't there."""
    if not (web / "index.html").is_file():
        raise DisplaysError("the pages aren't built: install the package again (pip install), which builds them")
    files: dict[str, BuiltFile] = {}
    for path in sorted(web.rglob("*")):
        if path.is_file() and path.suffix in _TYPES:
            content = path.read_bytes()
            forever = _HASHED.search(path.name) is not None
            cache = "public, max-age=31536000, immutable" if forever else "no-cache"
            zipped = gzip.compress(content, mtime=0)
            files["/" + path.relative_to(web).as_posix()] = BuiltFile(content, zipped, _TYPES[path.suffix], cache)
    files["/"] = files["/index.html"]
    return files


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, address: tuple[str, int], files: dict[str, BuiltFile], settings: Settings) -> None:
        self.files = files
        self.settings = settings
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        """Bind without asking for this machine's name, which takes seconds where no name server answers."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]


class _Http6(_Http):
    address_family = socket.AF_INET6


class _Handler(BaseHTTPRequestHandler):
    timeout = _IDLE_S
    server: _Http
    server_version = "luza"
    sys_version = ""

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def handle(self) -> None:
        try:
            super().handle()
        except (ConnectionError, TimeoutError):
            self.close_connection = True  # the display went away in the middle of an answer

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Say nothing: a display asks for four files and stays."""

    def _answer(self, *, with_body: bool) -> None:
        settings = self.server.settings.for_host(self.headers.get("Host", ""))
        path = self.path.partition("?")[0]
        if path == "/config.json":
            status, file = HTTPStatus.OK, _made(settings.as_json(), "application/json")
        elif path in self.server.files:
            status, file = HTTPStatus.OK, self.server.files[path]
        else:
            status, file = HTTPStatus.NOT_FOUND, _made(b"not found\n", "text/plain; charset=utf-8")
        zipped = "gzip" in self.headers.get("Accept-Encoding", "")
        content = file.zipped if zipped else file.content
        headers = {
            "Content-Type": file.kind,
            "Content-Length": str(len(content)),
            **({"Content-Encoding": "gzip"} if zipped else {}),
            "Vary": "Accept-Encoding, Host",
            "Cache-Control": file.cache,
            "Content-Security-Policy": settings.security_policy(),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(content)


def _made(content: bytes, kind: str) -> BuiltFile:
    return BuiltFile(content, gzip.compress(content, mtime=0), kind, "no-store")


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} on {host} is in use by another program: choose another one (0 takes any free one)"
    if error.errno == errno.EACCES:
        return f"port {port} on {host} isn't allowed to this user: choose one from 1024 up"
    return f"can't listen on {host}, port {port}: {error.strerror or error}"


def _language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise DisplaysError(f"the pages don't speak {lang!r}: choose {' or '.join(LANGUAGES)}")
    return lang


def _ids(hall: str, table: str) -> tuple[str, str]:
    try:
        return check_id("the hall's id", hall), check_id("the table's id", table)
    except ValueError as error:
        raise DisplaysError(str(error)) from error


def _websocket(url: str) -> str:
    """Give `url` back when it is ws or wss and a plain host, so that it may stand in a header."""
    wrong = DisplaysError(f"{url!r} is no WebSocket address of a broker: it would be like ws://broker.local:9001/")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise wrong from error
    host = parts.netloc if port is None else parts.netloc.removesuffix(f":{port}")
    if parts.scheme not in ("ws", "wss") or not _HOST.fullmatch(host) or not re.fullmatch(r"[!-~]*", parts.path):
        raise wrong
    return url


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

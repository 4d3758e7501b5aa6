"""Which broker, and how to get in: `[broker] url, user, password_file, ca` of luza.toml, read and checked."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

_SCHEMES = {
    # scheme: (transport, TLS, usual port)
    "mqtt": ("tcp", False, 1883),
    "mqtts": ("tcp", True, 8883),
    "ws": ("websockets", False, 80),
    "wss": ("websockets", True, 443),
}


class AddressError(ValueError):
    """A broker's address that can't be used; the text says which part, and what would be right."""


@dataclass(frozen=True)
class Broker:
    """A broker that a table or another client connects to."""

    host: str
    port: int = 1883
    transport: str = "tcp"
    """`tcp` or `websockets`."""
    path: str = "/mqtt"
    """Of the WebSocket; means nothing over plain TCP."""
    tls: bool = False
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca: Path | None = None
    """The file with the broker's own certificate authority (PEM); None: the system's authorities."""

    @property
    def url(self) -> str:
        """The address without user and password, for people to read."""
        scheme = next(name for name, (how, tls, _) in _SCHEMES.items() if (how, tls) == (self.transport, self.tls))
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}{self.path if self.transport == 'websockets' else ''}"


def parse_broker(
    url: str, user: str | None = None, password_file: str | Path | None = None, ca: str | Path | None = None
) -> Broker:
    """Read a broker's address: `mqtt://host[:port]`, `mqtts://…`, `ws://host[:port][/path]` or `wss://…`.

    The password is the first line of `password_file`. AddressError for anything that can't be used; a password in the
    url is refused, since a configuration file is shown around more freely than a password file.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressError(f"broker url {url!r} can't be read ({error}); write say mqtt://localhost:1883") from None
    if parts.scheme not in _SCHEMES:
        raise AddressError(f"broker url {url!r} begins with none of {', '.join(f'{s}://' for s in _SCHEMES)}")
    if not parts.hostname:
        raise AddressError(f"broker url {url!r} names no host; write for example {parts.scheme}://localhost")
    if parts.password is not None:
        raise AddressError("the broker url has a password in it; put it into a file, and name that as password_file")
    if port == 0:
        raise AddressError(f"broker url {url!r} has port 0; leave the port out or write one from 1 to 65535")
    transport, tls, usual_port = _SCHEMES[parts.scheme]
    if parts.query or parts.fragment or (transport == "tcp" and parts.path not in ("", "/")):
        raise AddressError(f"broker url {url!r} goes on behind host and port; only ws:// and wss:// have a path")
    user = user or parts.username
    if password_file is not None and not user:
        raise AddressError("password_file is given without a user; name the user too")
    if ca is not None:
        if not tls:
            raise AddressError(f"ca is given, but {parts.scheme}:// doesn't use TLS; write mqtts:// or wss://")
        _check_authority(Path(ca))
    return Broker(
        host=parts.hostname,
        port=port or usual_port,
        transport=transport,
        path="/mqtt" if transport == "tcp" else parts.path or "/mqtt",
        tls=tls,
        user=user,
        password=None if password_file is None else _password(Path(password_file)),
        ca=None if ca is None else Path(ca),
    )


def _password(file: Path) -> str:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise AddressError(f"password_file {file} can't be read: {error}") from None
    if not lines or not lines[0]:
        raise AddressError(f"password_file {file} is empty; its first line is the password")
    return lines[0]


def _check_authority(file: Path) -> None:
    """Refuse at start what TLS would otherwise refuse at every attempt to connect."""
    try:
        ssl.create_default_context(cafile=str(file))
    except (OSError, ssl.SSLError) as error:
        raise AddressError(f"ca {file} can't be used: {error}; it has to be a PEM file with a certificate") from None

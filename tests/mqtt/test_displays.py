"""The displays' web server, and the `luza displays` command."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from luza_mqtt.displays import DisplaysError, DisplaysServer, serve


@pytest.fixture
def server() -> Iterator[DisplaysServer]:
    server = serve(0, "ru", "ws://127.0.0.1:9001/mqtt", "hall-1", "table-7")
    yield server
    server.stop()


Answer = tuple[int, dict[str, str], bytes]


def ask(server: DisplaysServer, path: str, method: str = "GET", **headers: str) -> Answer:
    """One request with the path exactly as given; header names have `_` for `-`."""
    at = urlsplit(server.url)
    connection = http.client.HTTPConnection(str(at.hostname), at.port, timeout=20)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def test_the_page_comes_with_its_script_and_style(server: DisplaysServer) -> None:
    status, headers, page = ask(server, "/")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert headers["cache-control"] == "no-cache"
    kinds = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
    assets = re.findall(r'"(/assets/[^"]+)"', page.decode())
    assert {Path(asset).suffix for asset in assets} == set(kinds)
    for asset in assets:
        status, headers, content = ask(server, asset)
        assert (status, headers["content-type"]) == (200, kinds[Path(asset).suffix])
        assert len(content) == int(headers["content-length"])
        assert ("immutable" in headers["cache-control"]) == bool(re.search(r"-[A-Z0-9]{8}\.", asset))


def test_the_whole_app_is_at_most_150_kilobytes_gzipped(server: DisplaysServer) -> None:
    page = ask(server, "/")[2].decode()
    total = 0
    for path in ["/", *re.findall(r'"(/assets/[^"]+)"', page)]:
        status, headers, zipped = ask(server, path, Accept_Encoding="gzip")
        assert (status, headers["content-encoding"]) == (200, "gzip")
        assert gzip.decompress(zipped) == ask(server, path)[2]
        total += len(zipped)
    assert total <= 150_000


def test_config_tells_the_page_its_settings(server: DisplaysServer) -> None:
    status, headers, body = ask(server, "/config.json")
    assert (status, headers["content-type"], headers["cache-control"]) == (200, "application/json", "no-store")
    assert json.loads(body) == {
        "lang": "ru",
        "ws_url": "ws://127.0.0.1:9001/mqtt",
        "hall": "hall-1",
        "table": "table-7",
    }


@pytest.mark.parametrize(
    ("host", "broker"),
    [
        ("localhost:8080", "ws://127.0.0.1:9001/mqtt"),
        ("[::1]:8080", "ws://127.0.0.1:9001/mqtt"),
        ("192.168.7.20:8080", "ws://192.168.7.20:9001/mqtt"),
        ("club-pi.local", "ws://club-pi.local:9001/mqtt"),
        ("[fd00::7]:8080", "ws://[fd00::7]:9001/mqtt"),
        ("evil; script-src *", "ws://127.0.0.1:9001/mqtt"),
    ],
)
def test_another_machines_page_finds_a_loopback_broker_where_it_found_the_page(
    server: DisplaysServer, host: str, broker: str
) -> None:
    _, headers, body = ask(server, "/config.json", Host=host)
    assert json.loads(body)["ws_url"] == broker
    assert f"connect-src 'self' {broker.removesuffix('/mqtt')};" in headers["content-security-policy"]


def test_a_broker_elsewhere_stays_where_it_is() -> None:
    server = serve(0, "en", "wss://broker.club.example:8884/mqtt", "hall-1", "table-7")
    _, headers, body = ask(server, "/config.json", Host="192.168.7.20")
    server.stop()
    assert json.loads(body)["ws_url"] == "wss://broker.club.example:8884/mqtt"
    assert "connect-src 'self' wss://broker.club.example:8884;" in headers["content-security-policy"]


def test_only_own_files_and_the_broker_are_allowed_to_a_page(server: DisplaysServer) -> None:
    policy = ask(server, "/")[1]["content-security-policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert "unsafe" not in policy
    assert "*" not in policy


@pytest.mark.parametrize(
    "path",
    ["/assets/", "/assets", "/web", "/../displays.py", "/assets/../../displays.py", "/%2e%2e/displays.py",
     "/..%2fdisplays.py", "/assets/%2e%2e/index.html", "/index.html/", "/etc/passwd", "/\\..\\displays.py"],
)  # fmt: skip
def test_nothing_else_can_be_reached(server: DisplaysServer, path: str) -> None:
    status, _, body = ask(server, path)
    assert (status, body) == (404, b"not found\n")


def test_a_question_in_the_address_is_for_the_page(server: DisplaysServer) -> None:
    assert ask(server, "/?lang=en")[2] == ask(server, "/index.html")[2]


def test_head_tells_the_same_without_content_and_other_methods_are_refused(server: DisplaysServer) -> None:
    status, headers, body = ask(server, "/", method="HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["content-length"]) > 0
    assert ask(server, "/", method="POST")[0] == 501


def test_a_busy_port_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(DisplaysError, match=f"port {port} on 127.0.0.1 is in use by another program"):
            serve(port, "ru", "ws://127.0.0.1:9001/", "hall-1", "table-7")


def test_a_stopped_servers_port_is_free_again(server: DisplaysServer) -> None:
    port = int(urlsplit(server.url).port or 0)
    ask(server, "/")
    server.stop()
    server.stop()
    again = serve(port, "en", "ws://127.0.0.1:9001/", "hall-1", "table-7")
    assert ask(again, "/")[0] == 200
    again.stop()


@pytest.mark.parametrize(
    ("port", "lang", "ws_url", "hall", "table", "why"),
    [
        (0, "de", "ws://h:1/", "hall", "t", "don't speak 'de': choose ru or en"),
        (0, "ru", "http://h:1/", "hall", "t", "is no WebSocket address of a broker"),
        (0, "ru", "ws://", "hall", "t", "is no WebSocket address"),
        (0, "ru", "ws://h:port/", "hall", "t", "is no WebSocket address"),
        (0, "ru", "ws://h:1 ; script-src *", "hall", "t", "is no WebSocket address"),
        (0, "ru", "ws://me:secret@h:1/", "hall", "t", "is no WebSocket address"),
        (0, "ru", "ws://h:1/", "Hall 1", "t", "the hall's id 'Hall 1'"),
        (0, "ru", "ws://h:1/", "hall", "a/#", "the table's id 'a/#'"),
        (70000, "ru", "ws://h:1/", "hall", "t", "there is no port 70000"),
    ],
)
def test_settings_that_cannot_be_are_refused(
    port: int, lang: str, ws_url: str, hall: str, table: str, why: str
) -> None:
    with pytest.raises(DisplaysError, match=re.escape(why)):
        serve(port, lang, ws_url, hall, table)


def test_pages_that_are_not_built_are_said(tmp_path: Path) -> None:
    with pytest.raises(DisplaysError, match="the pages aren't built"):
        serve(0, "ru", "ws://127.0.0.1:9001/", "hall-1", "table-7", web=tmp_path)


COMMAND = [sys.executable, "-m", "luza.cli", "displays", "--hall", "hall-1", "--table", "table-7"]


def test_the_command_serves_until_it_is_told_to_end() -> None:
    with subprocess.Popen([*COMMAND, "--port", "0", "--lang", "en"], stdout=subprocess.PIPE, text=True) as command:
        assert command.stdout is not None
        said = command.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found is not None, said
        connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=20)
        connection.request("GET", "/config.json")
        assert json.loads(connection.getresponse().read())["lang"] == "en"
        command.send_signal(signal.SIGTERM)
        assert command.wait(timeout=30) == 0


def test_the_command_says_a_busy_port_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        done = subprocess.run([*COMMAND, "--port", port], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"luza displays: port {port} on 127.0.0.1 is in use")
    assert done.stderr.count("\n") == 1

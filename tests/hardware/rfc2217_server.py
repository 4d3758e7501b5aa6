"""A serial port lent over the network by RFC 2217, as ser2net or esp-link do; pyserial's own half of the protocol."""

import select
import socket
import threading

import serial
from serial.rfc2217 import PortManager


class _Client:
    """What a PortManager answers to."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def write(self, data: bytes) -> None:
        self._connection.sendall(data)


class Rfc2217Server:
    """Lends what is at the other end of `line` to one client after another; `baud_rate` is what it asked for."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._server = socket.create_server(("127.0.0.1", 0))
        self._wake, self._waker = socket.socketpair()
        self.url = f"rfc2217://127.0.0.1:{self._server.getsockname()[1]}"
        self.baud_rate = 0
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self) -> None:
        self._waker.close()
        self._thread.join()
        for one in (self._server, self._wake, self._line):
            one.close()

    def _run(self) -> None:
        while self._server in self._ready(self._server):
            connection, _ = self._server.accept()
            with connection:
                self._serve(connection)

    def _ready(self, *whom: socket.socket) -> list[socket.socket]:
        ready: list[socket.socket] = select.select([self._wake, *whom], [], [])[0]
        return [] if self._wake in ready else ready

    def _serve(self, connection: socket.socket) -> None:
        port = serial.serial_for_url("loop://")  # keeps the settings that the client asks for
        manager = PortManager(port, _Client(connection))
        while ready := self._ready(connection, self._line):
            try:
                if connection in ready:
                    data = connection.recv(4096)
                    if not data:
                        break
                    self._line.sendall(b"".join(manager.filter(data)))
                    self.baud_rate = port.baudrate
                if self._line in ready:
                    connection.sendall(b"".join(manager.escape(self._line.recv(4096))))
            except OSError:
                break

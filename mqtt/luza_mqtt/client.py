"""The MQTT library's client, set up as every program of ours wants it. MQTT 3.1.1, over TCP, WebSocket or TLS."""

from __future__ import annotations

import os
import socket
import ssl
from typing import Any, Literal, cast

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from luza_mqtt.address import Broker

CONNECT_WITHIN_S = 3.0
"""For the network to connect, TLS and WebSocket handshakes each for themselves."""


def make_client(broker: Broker, client_id: str) -> paho.Client:
    """A client for this broker, not connected yet: clean session, TCP_NODELAY on whatever socket it will open.

    Without a session on the broker no command reaches a table that wasn't there when it was said. Raises OSError where
    the broker's certificate authority can't be read.
    """
    client = paho.Client(
        CallbackAPIVersion.VERSION2,
        client_id=client_id,
        clean_session=True,
        protocol=MQTTProtocolVersion.MQTTv311,
        transport=cast(Literal["tcp", "websockets"], broker.transport),
    )
    client.connect_timeout = CONNECT_WITHIN_S
    client.on_socket_open = _send_at_once
    if broker.transport == "websockets":
        client.ws_set_options(path=broker.path)
    if broker.tls:
        client.tls_set_context(ssl.create_default_context(cafile=None if broker.ca is None else str(broker.ca)))
    if broker.user is not None:
        client.username_pw_set(broker.user, broker.password)
    return client


def hang_up(client: paho.Client) -> None:
    """Close the client's socket without a farewell, so that the broker publishes the will."""
    sock = client.socket()
    if sock is not None:
        sock.close()


def _send_at_once(_client: paho.Client, _userdata: Any, sock: Any) -> None:
    """Switch Nagle's algorithm off: together with delayed acknowledgements it holds a small message for 40 ms.

    A WebSocket hides its socket, but not the descriptor; options belong to what both descriptors stand for.
    """
    with socket.socket(fileno=os.dup(sock.fileno())) as twin:
        twin.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

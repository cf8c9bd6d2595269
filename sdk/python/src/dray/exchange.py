"""One HTTP request and its answer, over a new connection."""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from .api_key import ApiKey
from .base_url import Server
from .proxy import proxy_for

MOST_BYTES = 1_048_576
"""Answers are a few kilobytes. More than this is not an answer of Dray."""


@dataclass(frozen=True)
class Request:
    """`path` starts with `/v1` or `/sandbox/v1`. The body is not printed: it has a phone number and addresses."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes | None = field(default=None, repr=False)
    once: bool = False
    """Sent again only where the first try surely did nothing."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage = field(repr=False)
    body: bytes = field(repr=False)


@dataclass(frozen=True)
class Route:
    """What all requests of a client share."""

    server: Server
    api_key: ApiKey
    tls: ssl.SSLContext | None
    timeout: float


def exchange(route: Route, request: Request) -> Answer:
    """Sends the request once. Never follows a redirect, so the key reaches no other host.

    Raises OSError or http.client.HTTPException if no whole answer arrived in time.
    """
    ends_at = time.monotonic() + route.timeout
    connection = _connection(route)
    # A debug level that the program has set for all connections would print the key.
    connection.set_debuglevel(0)
    try:
        _send(connection, request, route)
        sock = connection.sock
        _limit(sock, ends_at)
        response = connection.getresponse()
        return Answer(response.status, response.headers, _read(response, sock, ends_at))
    finally:
        connection.close()


def _connection(route: Route) -> http.client.HTTPConnection:
    host, port = route.server.host, route.server.port
    if route.tls is None:
        return http.client.HTTPConnection(host, port, timeout=route.timeout)
    proxy = proxy_for(host)
    near = (proxy.host, proxy.port) if proxy else (host, port)
    connection = http.client.HTTPSConnection(*near, timeout=route.timeout, context=route.tls)
    if proxy:
        connection.set_tunnel(host, port, proxy.headers)
    return connection


def _send(connection: http.client.HTTPConnection, request: Request, route: Route) -> None:
    headers = {**request.headers, "X-API-Key": route.api_key.reveal(), "Connection": "close"}
    path = route.server.prefix + request.path
    try:
        connection.request(request.method, path, body=request.body, headers=headers)
    except (BrokenPipeError, ConnectionResetError):
        # A server that refuses a large body may answer and close before it has read all of it.
        if connection.sock is None:
            raise


def _read(response: http.client.HTTPResponse, sock: socket.socket, ends_at: float) -> bytes:
    body = bytearray()
    while chunk := response.read1(65_536):
        body += chunk
        if len(body) > MOST_BYTES:
            raise http.client.HTTPException("the answer is too large")
        if not response.isclosed():
            _limit(sock, ends_at)
    # `read1` ends without an error when the connection was cut. Headers that were cut have no length, and no
    # body follows them.
    if response.length or (response.length is None and not body and response.status < 300):
        raise http.client.IncompleteRead(bytes(body), response.length)
    return bytes(body)


def _limit(sock: socket.socket, ends_at: float) -> None:
    """Lets the next step on the socket take the rest of the time."""
    left = ends_at - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    sock.settimeout(left)

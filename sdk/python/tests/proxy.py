"""A proxy between client and Dray that loses, delays and replaces answers."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import urlsplit

from .support import setting

_OWN_HEADERS = ("connection", "keep-alive", "transfer-encoding", "host")


@dataclass(frozen=True)
class Seen:
    """A request as it arrived at the proxy."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Call:
    """One request, for the fault that decides what becomes of it."""

    def __init__(self, handler: BaseHTTPRequestHandler, seen: Seen) -> None:
        self.seen = seen
        self._handler = handler

    def ask(self, without: str | None = None) -> tuple[int, dict[str, str], bytes]:
        """Sends the request to Dray, without one of its headers if named."""
        target = urlsplit(setting("DRAY_URL"))
        connection = http.client.HTTPConnection(target.hostname or "", target.port, timeout=60)
        # A test sets the level of all connections, and must see only those of the SDK.
        connection.set_debuglevel(0)
        headers = {
            name: value for name, value in self.seen.headers.items() if name not in (*_OWN_HEADERS, without)
        }
        try:
            connection.request(self.seen.method, self.seen.path, self.seen.body or None, headers)
            response = connection.getresponse()
            kept = {name.lower(): value for name, value in response.getheaders()}
            return response.status, kept, response.read()
        finally:
            connection.close()

    def answer(self, status: int, headers: dict[str, str], body: bytes | str | dict[str, object]) -> None:
        content = json.dumps(body) if isinstance(body, dict) else body
        content = content.encode() if isinstance(content, str) else content
        handler = self._handler
        handler.send_response(status)
        for name, value in {"content-length": str(len(content)), **headers}.items():
            if name not in _OWN_HEADERS:
                handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    def pass_on(self, without: str | None = None) -> int:
        status, headers, body = self.ask(without)
        self.answer(status, headers, body)
        return status

    def write(self, sent: bytes) -> None:
        """Writes bytes that need not be a whole answer."""
        self._handler.wfile.write(sent)

    def cut(self) -> None:
        self._handler.close_connection = True
        # The client may have closed it first.
        with contextlib.suppress(OSError):
            self._handler.connection.shutdown(socket.SHUT_RDWR)


Fault = Callable[[Call], object]


def cut_before(call: Call) -> None:
    """The request is lost."""
    call.cut()


def cut_after(call: Call) -> None:
    """Dray carries out the request, and the answer is lost."""
    call.ask()
    call.cut()


def replaced_by(status: int, body: str | dict[str, object], **headers: str) -> Fault:
    """The proxy answers, and Dray is not asked."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda call: call.answer(status, named, body)


class FaultyProxy:
    """`with FaultyProxy([cut_after]) as proxy`: applies a fault to each request; later ones pass."""

    def __init__(self, faults: list[Fault]) -> None:
        self.seen: list[Seen] = []
        waiting = list(faults)
        lock = threading.Lock()
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                seen = Seen(self.command, self.path, headers, self.rfile.read(length))
                with lock:
                    proxy.seen.append(seen)
                    fault = waiting.pop(0) if waiting else Call.pass_on
                fault(Call(self, seen))

            do_POST = do_DELETE = do_CONNECT = do_GET

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> FaultyProxy:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

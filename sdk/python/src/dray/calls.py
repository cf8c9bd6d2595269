"""Calls of a client: sends their requests and reads the objects in the answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from .exchange import Answer, Request
from .refusal import json_object, unreadable
from .sender import Sender


@dataclass(frozen=True)
class Calls:
    """`headers` are those of every request."""

    sender: Sender
    headers: Mapping[str, str]

    def get(self, path: str) -> dict[str, Any]:
        return decoded(self.send("GET", path))

    def post(
        self,
        path: str,
        body: Mapping[str, Any],
        headers: Mapping[str, str] | None = None,
        *,
        once: bool = False,
    ) -> dict[str, Any]:
        """`once`: see `Request`."""
        return decoded(self.send_body(path, body, headers, once=once))

    def send_body(
        self,
        path: str,
        body: Mapping[str, Any],
        headers: Mapping[str, str] | None = None,
        *,
        once: bool = False,
    ) -> Answer:
        """Sends a request with a JSON body."""
        content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
        more = {**self.headers, "Content-Type": "application/json", **(headers or {})}
        return self.sender.send(Request("POST", path, more, content, once))

    def send(self, method: str, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """Sends a request without a body."""
        return self.sender.send(Request(method, path, {**self.headers, **(headers or {})}))


def decoded(answer: Answer) -> dict[str, Any]:
    value = json_object(answer.body)
    if value is None:
        raise unreadable(answer)
    return value


def job_path(job_id: str) -> str:
    """The path of a job, below `/v1` or `/sandbox/v1`."""
    # `.` and `..` would be another path.
    if not job_id.strip("."):
        raise ValueError("job_id must be the job_id of a created job")
    return f"/jobs/{quote(job_id, safe='')}"

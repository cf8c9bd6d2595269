"""The client of the partner API."""

from __future__ import annotations

import re
import ssl
import sys
import uuid
from collections.abc import Iterable
from typing import cast, get_args

from .api_key import ApiKey
from .base_url import read_base_url
from .calls import Calls, decoded, job_path
from .created_job import CreatedJob, created_job
from .errors import DrayError
from .exchange import Answer, Route
from .polling import Schedule, wait_until
from .sandbox import Sandbox
from .sender import Sender
from .types import Estimate, EstimateInput, Job, JobInput, Status
from .version import __version__

_USER_AGENT = f"dray-python/{__version__} python/{sys.version_info[0]}.{sys.version_info[1]}"


class Dray:
    """Estimates deliveries, hands them over and reads their status.

    One client serves all threads of a program. A call raises `DrayError`. Temporary failures are
    retried first: a broken connection, 408, 429, 5xx, and a create whose first call still runs.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str,
        timeout: float = 30.0,
        max_retries: int = 2,
        *,
        language: str | None = None,
        world: str | None = None,
        allow_http: bool = False,
    ) -> None:
        """`timeout` is the longest time for each attempt, in seconds. `language` is that of messages and
        disclaimer, `en` or `es`. `world` names a world of the sandbox with its own jobs and clock,
        for test runs at the same time: 1 to 64 letters, digits, `_` and `-`. `allow_http` permits http to other machines, over which others can
        read the key.
        """
        server = read_base_url(base_url, allow_http=allow_http)
        if timeout <= 0 or max_retries < 0:
            raise ValueError("timeout must be above 0, and max_retries 0 or more")
        if language is not None and not re.fullmatch(r"[A-Za-z0-9,;=.* -]+", language):
            raise ValueError("language must be a language such as en or es")
        if world is not None and not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", world):
            raise ValueError("world must be 1 to 64 letters, digits, _ and -")
        tls = ssl.create_default_context() if server.is_secure else None
        self._base_url = base_url
        headers = {"Accept": "application/json", "User-Agent": _USER_AGENT}
        if language is not None:
            headers["Accept-Language"] = language
        if world is not None:
            headers["Dray-World"] = world
        self._calls = Calls(Sender(Route(server, ApiKey(api_key), tls, timeout), max_retries), headers)
        self.sandbox = Sandbox(self._calls)
        """Moves the jobs of a test key through their life."""

    def __repr__(self) -> str:
        return f"Dray(base_url={self._base_url!r})"

    def estimate(self, trip: EstimateInput) -> Estimate:
        """Returns an approximate price. Show its `disclaimer` to your users."""
        return cast(Estimate, self._calls.post("/v1/pricing/estimate", trip))

    def create_job(self, job: JobInput, idempotency_key: str | None = None) -> CreatedJob:
        """Creates a draft and texts the customer a link.

        A lost answer is recovered by the idempotency key: the service answers a repeated call with
        the first job. The key is a new one for each call unless you give one, such as your order
        number; then a later call with the same key and job, also after a crash, has the same answer
        for 24 hours. Afterwards, or with another key, the `external_reference` prevents a second
        job: `DuplicateReferenceError.job_id` names the first.
        """
        if idempotency_key is None:
            idempotency_key = str(uuid.uuid4())
        elif not re.fullmatch(r"[\x21-\x7e]{1,255}", idempotency_key):
            raise ValueError("idempotency_key must be 1 to 255 visible ASCII characters")
        headers = {"Idempotency-Key": idempotency_key}
        try:
            answer = self._calls.send_body("/v1/jobs", job, headers)
            return created_job(answer, self._calls.sender.route)
        except DrayError as error:
            error.idempotency_key = idempotency_key
            raise

    def get_job(self, job_id: str) -> Job:
        """Reads the status of a job that was created with this API key."""
        return cast(Job, decoded(self._read(job_id, {})))

    def wait_for(
        self,
        job_id: str,
        statuses: Status | Iterable[Status],
        timeout: float = 3_600.0,
        *,
        interval: float = 300.0,
    ) -> Job:
        """Reads the job every `interval` seconds until it has one of the statuses.

        A status may pass between two reads: name all that may follow it too. Partners may read
        every 5 to 10 minutes at most. Raises JobEndedError, WaitTimeoutError after `timeout`
        seconds, and NotFoundError if the draft expired.
        """
        wanted = frozenset([statuses] if isinstance(statuses, str) else statuses)
        if not wanted or not wanted <= set(get_args(Status)):
            raise ValueError(f"statuses must be one or more of {', '.join(get_args(Status))}")
        if interval <= 0:
            raise ValueError("interval must be above 0")
        last: Job | None = None
        etag = ""

        def read() -> Job:
            nonlocal last, etag
            answer = self._read(job_id, {"If-None-Match": etag} if etag else {})
            if last is None or answer.status != 304:
                last = cast(Job, decoded(answer))
                etag = answer.headers.get("ETag", "")
            return last

        return wait_until(read, wanted, Schedule(timeout, interval))

    def _read(self, job_id: str, headers: dict[str, str]) -> Answer:
        return self._calls.send("GET", f"/v1{job_path(job_id)}", headers)

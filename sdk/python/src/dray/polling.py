"""Waits for a status of a job by reading it again and again."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from .errors import (
    APIConnectionError,
    JobEndedError,
    RateLimitError,
    ServerError,
    WaitTimeoutError,
)
from .types import Job

LIFE = ("draft", "posted", "accepted", "completed")
FINAL_STATUSES = frozenset({"completed", "cancelled"})


@dataclass(frozen=True)
class Schedule:
    timeout: float
    interval: float


def wait_until(read: Callable[[], Job], wanted: frozenset[str], schedule: Schedule) -> Job:
    """Reads until the job has a wanted status or a later one. An outage in between does not end the wait."""
    ends_at = time.monotonic() + schedule.timeout
    last: Job | None = None
    while True:
        failure: Exception | None = None
        try:
            last = read()
        except (APIConnectionError, RateLimitError, ServerError) as error:
            failure = error
        if last is not None and any(_is_reached(last["status"], status) for status in wanted):
            return last
        if last is not None and last["status"] in FINAL_STATUSES:
            raise JobEndedError(last)
        left = ends_at - time.monotonic()
        if left <= 0:
            raise WaitTimeoutError(last) from failure
        time.sleep(min(schedule.interval, left))


def _is_reached(status: str, wanted: str) -> bool:
    """A poll can miss a status: a job can be `accepted` before a poll has seen it `posted`."""
    if status == wanted:
        return True
    return status in LIFE and wanted in LIFE and LIFE.index(status) > LIFE.index(wanted)

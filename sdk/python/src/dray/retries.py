"""Whether and when a failed call is retried."""

from __future__ import annotations

import random
import ssl

from .errors import APIConnectionError, DrayError

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 8.0

LONGEST_WAIT_SECONDS = 61.0
"""The window of calls is 60 seconds, and the service rounds what is left of it up by a second."""


def pause_before_retry(failure: DrayError, retries: int) -> float | None:
    """Seconds to wait before the next retry; None if a retry would not help."""
    if not _is_temporary(failure):
        return None
    told = failure.retry_after_seconds or 0.0
    if told > LONGEST_WAIT_SECONDS:
        return None
    pause = min(FIRST_PAUSE_SECONDS * 2.0**retries, LONGEST_PAUSE_SECONDS)
    # Jitter, so that clients that failed at the same moment do not retry at the same moment.
    return max(told, pause * random.uniform(0.75, 1.0))


def _is_temporary(failure: DrayError) -> bool:
    if failure.status is None:
        return isinstance(failure, APIConnectionError) and not isinstance(
            failure.__cause__, ssl.SSLCertVerificationError
        )
    if is_refused_undone(failure) or failure.status >= 500:
        return True
    return failure.code == "idempotency_key_in_progress"


def is_refused_undone(failure: DrayError) -> bool:
    """True if nothing was done: the request did not arrive whole, the limit was used up, or another call
    moves the sandbox.
    """
    return failure.status in (408, 429) or failure.code == "world_busy"

"""What a call raises. Every error of this package is a `DrayError`."""

from __future__ import annotations

from .sandbox_types import Move
from .types import Job


class DrayError(Exception):
    """A call failed. `status`, `code` and `request_id` are None where no answer gave them."""

    status: int | None = None
    """HTTP status of the answer."""
    code: str | None = None
    """The member `error` of the answer, such as `validation_error`; it never changes.
    A refused duplicate has none there, and `duplicate_reference` here."""
    request_id: str | None = None
    """`X-Request-Id` of the answer: with it, support finds the call."""
    help_url: str | None = None
    """The part of the guide about this error, if the answer named one."""
    retry_after_seconds: float | None = None
    """How long the answer asked to wait."""
    idempotency_key: str | None = None
    """Of a `create_job`: the same job with this key is never created twice."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        facts = [
            f"status {self.status}" if self.status else None,
            self.code,
            f"request {self.request_id}" if self.request_id else None,
        ]
        known = ", ".join(fact for fact in facts if fact)
        return f"{self.message} ({known})" if known else self.message


class ValidationError(DrayError):
    """The input is not valid. `details` names each refused field, such as `pickup.address`."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.details: dict[str, str] = {}


class GeocodingError(DrayError):
    """An address was not found. `details` names it: `pickup.address` or `dropoff.address`."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.details: dict[str, str] = {}


class DuplicateReferenceError(DrayError):
    """The `external_reference` is taken by an earlier job, which `job_id` names."""

    job_id: str | None = None


class IdempotencyError(DrayError):
    """The idempotency key came with another body, or its first call has not finished (see `code`)."""


class AuthenticationError(DrayError):
    """The API key is missing or not valid."""


class PermissionDeniedError(DrayError):
    """The key is revoked, replaced, expired or inactive; or another key created the job."""


class NotFoundError(DrayError):
    """There is no such job: it was deleted, or the draft expired."""


class TestKeyRequiredError(DrayError):
    """The sandbox was called with a live key."""


class MoveNotPossibleError(DrayError):
    """`sandbox.move`: the move is not possible now; `moves` are."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.moves: list[Move] = []


class RateLimitError(DrayError):
    """Too many calls. `retry_after_seconds` says how long to wait."""


class ServerError(DrayError):
    """The service, or a proxy before it, could not answer. It is safe to try again."""


class APIConnectionError(DrayError):
    """No whole answer arrived. The call may have been carried out; `__cause__` has the reason."""


class APITimeoutError(APIConnectionError):
    """No whole answer arrived in time."""


class JobEndedError(DrayError):
    """`wait_for`: the job ended, as completed or cancelled, without the status that was waited for."""

    def __init__(self, job: Job) -> None:
        super().__init__(f"The job ended: it is {job['status']}.")
        self.args = (job,)
        self.job = job


class WaitTimeoutError(DrayError):
    """`wait_for`: the time is over. `job` is the last state that was read, if any."""

    def __init__(self, job: Job | None) -> None:
        status = f"The job is still {job['status']}." if job else "The job could not be read."
        super().__init__(f"The time to wait is over. {status}")
        self.args = (job,)
        self.job = job

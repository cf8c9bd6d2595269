"""Turns an answer that is not a success, or a lost answer, into the error to raise."""

from __future__ import annotations

import json
import re
import time
from email.utils import parsedate_to_datetime
from http.client import HTTPMessage
from typing import Any
from urllib.parse import urlsplit

from .errors import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    DrayError,
    DuplicateReferenceError,
    GeocodingError,
    IdempotencyError,
    MoveNotPossibleError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    TestKeyRequiredError,
    ValidationError,
)
from .exchange import Answer


def refusal_of(answer: Answer) -> DrayError:
    """The error that says what the service, or a proxy before it, has refused."""
    body = json_object(answer.body) or {}
    code = body.get("error") if isinstance(body.get("error"), str) else None
    error = _class_of(answer.status, code, body)(_message(answer, body))
    error.status = answer.status
    error.code = code
    error.request_id = answer.headers.get("X-Request-Id")
    error.retry_after_seconds = retry_after_seconds(answer.headers, body)
    if isinstance(error, (ValidationError, GeocodingError)):
        error.details = _details(body)
    if isinstance(error, MoveNotPossibleError):
        error.moves = body.get("moves", [])
    if isinstance(error, DuplicateReferenceError):
        error.code = "duplicate_reference"
        error.job_id = _job_id(answer.headers.get("Location"))
    return error


def unreadable(answer: Answer) -> DrayError:
    """The error for a success whose body is not JSON, as from a login page in between."""
    error = DrayError("The answer is not a JSON object. Is base_url the address of the service?")
    error.status = answer.status
    error.request_id = answer.headers.get("X-Request-Id")
    return error


def lost_answer(cause: Exception) -> APIConnectionError:
    """The error for an answer that did not arrive whole."""
    kind = APITimeoutError if isinstance(cause, TimeoutError) else APIConnectionError
    error = kind(f"No answer arrived: {type(cause).__name__}: {cause}")
    # The frames of the cause have the key in local variables, which some loggers print.
    cause.__context__ = cause.__cause__ = None
    error.__cause__ = cause.with_traceback(None)
    return error


def json_object(body: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(body)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def retry_after_seconds(headers: HTTPMessage, body: dict[str, Any]) -> float | None:
    """`Retry-After`, which a proxy may give as a date, or what the body says instead."""
    value = headers.get("Retry-After", "").strip()
    if re.fullmatch(r"[0-9]{1,9}", value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        told = body.get("retry_after_seconds", body.get("retry_after"))
        return float(told) if isinstance(told, int) else None


_BY_CODE: dict[str, type[DrayError]] = {
    "validation_error": ValidationError,
    "geocoding_failed": GeocodingError,
    "idempotency_key_reuse": IdempotencyError,
    "idempotency_key_in_progress": IdempotencyError,
    "move_not_possible": MoveNotPossibleError,
    # Without this code the answer may be a proxy's, and says nothing about the job.
    "not_found": NotFoundError,
}

_BY_STATUS: dict[int, type[DrayError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    408: APITimeoutError,
    429: RateLimitError,
}


def _class_of(status: int, code: str | None, body: dict[str, Any]) -> type[DrayError]:
    if status == 400 and code is None and isinstance(body.get("detail"), str):
        return DuplicateReferenceError
    if code == "test_key_required":
        return TestKeyRequiredError
    if status >= 500:
        return ServerError
    return _BY_STATUS.get(status) or _BY_CODE.get(code or "", DrayError)


def _message(answer: Answer, body: dict[str, Any]) -> str:
    for member in ("message", "detail"):
        if isinstance(body.get(member), str):
            return str(body[member])
    if 300 <= answer.status < 400:
        target = urlsplit(answer.headers.get("Location", "")).netloc or "another path"
        return f"The service redirects to {target}, which was not followed. Is base_url right?"
    return f"HTTP {answer.status}, without a reason from the service"


def _details(body: dict[str, Any]) -> dict[str, str]:
    details = body.get("details")
    return {name: str(text) for name, text in details.items()} if isinstance(details, dict) else {}


def _job_id(location: str | None) -> str | None:
    return location.rstrip("/").rsplit("/", 1)[-1] or None if location else None

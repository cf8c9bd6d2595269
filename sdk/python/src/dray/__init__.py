"""Client of the Dray partner API."""

from .client import Dray
from .errors import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    DrayError,
    DuplicateReferenceError,
    GeocodingError,
    IdempotencyError,
    JobEndedError,
    MoveNotPossibleError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    TestKeyRequiredError,
    ValidationError,
    WaitTimeoutError,
)
from .sandbox import Sandbox
from .sandbox_types import CardOutcome, Clock, ClockMoved, Move, SandboxJob, Sms, Step, Story, StoryName
from .types import Estimate, EstimateInput, Job, JobCreated, JobInput, Size, Status, Stop
from .version import __version__

__all__ = [
    "APIConnectionError",
    "APITimeoutError",
    "AuthenticationError",
    "CardOutcome",
    "Clock",
    "ClockMoved",
    "Dray",
    "DrayError",
    "DuplicateReferenceError",
    "Estimate",
    "EstimateInput",
    "GeocodingError",
    "IdempotencyError",
    "Job",
    "JobCreated",
    "JobEndedError",
    "JobInput",
    "Move",
    "MoveNotPossibleError",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "Sandbox",
    "SandboxJob",
    "ServerError",
    "Size",
    "Sms",
    "Status",
    "Step",
    "Stop",
    "Story",
    "StoryName",
    "TestKeyRequiredError",
    "ValidationError",
    "WaitTimeoutError",
    "__version__",
]

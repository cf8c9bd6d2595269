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
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    ValidationError,
    WaitTimeoutError,
)
from .types import Estimate, EstimateInput, Job, JobCreated, JobInput, Size, Status, Stop
from .version import __version__

__all__ = [
    "APIConnectionError",
    "APITimeoutError",
    "AuthenticationError",
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
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "Size",
    "Status",
    "Stop",
    "ValidationError",
    "WaitTimeoutError",
    "__version__",
]

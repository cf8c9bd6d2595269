"""Shapes of the partner API. Written by `npm run gen` from its contract; do not edit."""

from __future__ import annotations

from typing import Literal, TypedDict

Size = Literal["S", "M", "L", "XL"]

Status = Literal["draft", "posted", "accepted", "completed", "cancelled"]

SmsStatus = Literal["sent", "retrying", "refused", "unreachable"]


class _StopRequired(TypedDict):
    address: str
    """Full address text; located automatically. A line break or a tab is read as `, `."""


class Stop(_StopRequired, total=False):
    floor: float | None
    """Floor of the door; used for the stairs charge."""
    has_elevator: bool | None
    """Whether there is an elevator; with one there is no stairs charge. Absent means no
    elevator."""


class EstimateInput(TypedDict):
    size: Size
    """`S` fits in a car, `M` needs a large trunk, `L` needs a small van, `XL` needs a large van."""
    pickup: Stop
    dropoff: Stop


class CalculationBreakdown(TypedDict):
    base_by_size: float
    """Price of the size, in euros."""
    distance_km: float
    """Distance by road, rounded to 0.1 km; the charge is computed from it. 0 when both ends are one
    address."""
    distance_charge_eur: float
    """Charge for the distance, in euros."""
    stairs_charge_eur: float
    """Charge for floors without an elevator, in euros."""
    service_modifier: float
    """Surcharge fraction of the service; 0 for `mover_entregar`."""
    urgency_modifier: float
    """Surcharge fraction of the urgency; 0 for `programado`."""


class Estimate(TypedDict):
    base_price_eur: float
    """Job base price before the platform fee, in euros."""
    platform_fee_eur: float
    """Platform commission, in euros."""
    total_customer_pays_eur: float
    """`base_price_eur` + `platform_fee_eur`, in euros."""
    helper_receives_eur: float
    """The carrier's amount, in euros."""
    calculation_breakdown: CalculationBreakdown
    estimated_duration_minutes: int
    """Driving, loading and stairs together."""
    disclaimer: str
    """Show this to your users: the price is approximate."""


class _JobInputRequired(TypedDict):
    title: str
    """Descriptive title; the customer reads it in the SMS."""
    size: Size
    """`S` fits in a car; `M` needs a small van; `L` needs a large van; `XL` needs a truck."""
    pickup: Stop
    dropoff: Stop
    customer_phone: str
    """The customer's mobile number in E.164 format, with country code: the sign-in code is sent to
    it by SMS, which a landline does not receive. Premium-rate, shared-cost, toll-free, personal,
    pager and satellite numbers are refused, and so are those of countries that the operator does
    not text, and those with a digit that is dialled only inside the country, such as the 0 in +44
    0."""


class JobInput(_JobInputRequired, total=False):
    external_reference: str | None
    """Your own identifier, unique among your jobs. Jobs without one (null or absent) never
    collide."""
    description: str | None
    """Detailed description of the job or item."""
    photos: list[str] | None
    """Downloaded, compressed and stored; all or none."""


class Pricing(TypedDict):
    base_price_eur: float
    """Job base price before the platform fee, in euros."""
    platform_fee_eur: float
    """Platform commission, in euros."""
    total_customer_pays_eur: float
    """`base_price_eur` + `platform_fee_eur`, in euros."""
    helper_payout_eur: float
    """The carrier's amount, in euros."""
    calculation_breakdown: CalculationBreakdown


class NextSteps(TypedDict):
    action: Literal["customer_must_complete_in_app"]
    message: str
    """What happens next, and what to do if the SMS was not sent."""
    expires_at: str
    """The draft is deleted at this time unless the customer finishes (ISO 8601, UTC)."""


class JobCreated(TypedDict):
    job_id: str
    """Unique job identifier."""
    status: Literal["draft"]
    external_reference: str | None
    """The partner's own identifier, exactly as it was sent; null if none was sent."""
    created_at: str
    """Creation time (ISO 8601, UTC)."""
    deep_link_url: str
    """Opens the draft in the app, on a phone where the app is installed. For a browser, use the
    link in the header `Link`."""
    sms_sent: bool
    """True: the SMS was accepted for sending. False: the header `X-SMS-Status` says whether it is
    sent later or never."""
    pricing: Pricing
    photos: list[str]
    """URLs of the stored copies, one per supplied photo."""
    next_steps: NextSteps


class Job(TypedDict):
    job_id: str
    """Unique job identifier."""
    external_reference: str | None
    """The partner's own identifier, exactly as it was sent; null if none was sent."""
    status: Status
    """`draft`: the customer has not finished in the app. `posted`: paid (held) and visible to
    carriers. `accepted`: a carrier has accepted; it stays so until it is delivered and paid.
    `completed`: delivered and paid. `cancelled`: by the customer, the carrier, the operator or the
    service."""
    created_at: str
    """Creation time (ISO 8601, UTC)."""
    updated_at: str
    """Last update time (ISO 8601, UTC)."""


class _ErrorRequired(TypedDict):
    error: str
    """The error code, for programs. Today one of `validation_error`, `unauthorized`, `not_found`,
    `method_not_allowed`, `idempotency_key_in_progress`, `payload_too_large`,
    `unsupported_media_type`, `geocoding_failed`, `idempotency_key_reuse`, `rate_limit_exceeded`,
    `request_timeout`, `internal_error`, `service_unavailable`. Later versions may add others."""
    message: str
    """The explanation of the error, for people."""


class Error(_ErrorRequired, total=False):
    details: dict[str, str]
    """Each refused field with the reason. Keys are paths such as `size`, `pickup.address`,
    `photos[1]`; `body` when the body as a whole is not a JSON object."""


class DuplicateReference(TypedDict):
    detail: str
    """Says that the `external_reference` is taken."""


class RateLimitExceeded(TypedDict):
    error: Literal["rate_limit_exceeded"]
    message: str
    retry_after_seconds: int
    """Same value as the `Retry-After` header."""
    detail: str
    retry_after: int

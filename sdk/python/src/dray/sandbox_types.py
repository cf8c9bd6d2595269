"""Shapes of the sandbox. Written by `npm run gen` from its contract; do not edit."""

from __future__ import annotations

from typing import Literal, TypedDict

from .types import CalculationBreakdown, Size, Status

StoryName = Literal[
    "by_hand",
    "happy",
    "never_opened",
    "declined",
    "bank_confirmation",
    "nobody_accepts",
    "cancelled_free",
    "cancelled_with_fee",
    "given_back",
    "capture_refused",
    "hold_renewed",
    "renewal_refused",
    "sms_refused",
    "sms_late",
]

Move = Literal[
    "open",
    "sign_in",
    "pay",
    "publish",
    "confirm",
    "refuse_confirmation",
    "accept",
    "collect",
    "deliver",
    "give_back",
    "cancel",
    "rate",
]

CardOutcome = Literal[
    "success",
    "declined",
    "insufficient_funds",
    "expired_card",
    "asks_confirmation",
    "refused_at_capture",
    "renewal_refused",
]

Rater = Literal["customer", "carrier"]

SmsStatus = Literal["pending", "sending", "sent", "failed", "unknown"]

Language = Literal["en", "es"]

Encoding = Literal["gsm", "ucs2"]


class ListStoriesResult(TypedDict):
    stories: list[Story]


class Story(TypedDict):
    name: StoryName
    phone: str
    """Create a job with this `customer_phone`."""
    ends: str
    """The status at the end; `gone` when the draft was deleted, `as_you_leave_it` where you move
    the job."""
    tells: str
    """What happens; times count from the creation."""


class NextMoment(TypedDict):
    at: str
    job_id: str
    type: str
    """The `type` of the step that is expected, such as `accepted`; a hold may be refused
    instead."""
    what: str
    """In words. They may change."""


class Clock(TypedDict):
    world: str | None
    """The `Dray-World` of the call; null for the default world."""
    now: str
    """The time that it shows, on the clock of the sandbox (ISO 8601, UTC)."""
    ahead_seconds: float
    """How far this clock is ahead of the real one now; below 0 where it is behind."""
    next: NextMoment | None
    """What happens next by itself, if anything. For an accepted job, the clock alone tells of
    renewals of its hold."""
    worlds: list[str]
    """The names of the worlds of this key, at most 100."""


class MoveClockInput(TypedDict, total=False):
    advance_seconds: float | None
    to: str | None
    """`next`, `end`, or an instant (ISO 8601) at most 30 days ahead."""
    job_id: str | None
    """Only with `end`. A job without a story moves nothing."""


class ClockMoved(TypedDict):
    world: str | None
    """The `Dray-World` of the call; null for the default world."""
    now: str
    """The time that it shows, on the clock of the sandbox (ISO 8601, UTC)."""
    ahead_seconds: float
    """How far this clock is ahead of the real one now; below 0 where it is behind."""
    next: NextMoment | None
    """What happens next by itself, if anything. For an accepted job, the clock alone tells of
    renewals of its hold."""
    steps: list[Step]
    """Everything that happened, in its order."""
    remaining_seconds: float
    """Over 0 when the call ended early, after 200 acts or 20 s: send it as `advance_seconds`, or
    `to` with `end` again."""


class Step(TypedDict):
    at: str
    """When it happened, on the clock of the sandbox (ISO 8601, UTC)."""
    after_seconds: int
    """Whole seconds since the creation of the job."""
    job_id: str
    """Unique job identifier."""
    actor: str
    """`customer`, `carrier`, `partner` or `system`."""
    type: str
    """What happened, for programs. Today one of `created`, `sms_sent`, `sms_failed`, `link_opened`,
    `signed_in`, `card_added`, `payment_started`, `confirmation_asked`, `published`, `hidden`,
    `shown_again`, `accepted`, `collected`, `delivered`, `completed`, `rated`, `given_back`,
    `cancelled`, `draft_expired`, `hold_done`, `hold_refused`, `hold_renewed`, `renewal_refused`,
    `release_done`, `release_refused`, `capture_done`, `capture_refused`, `payout_done`,
    `payout_refused`, `refund_done`, `refund_refused`, `other`. Later versions may add others."""
    what: str
    """In words, such as `accepted` or `capture refused`. They may change."""
    amount_eur: float | None
    """The money that it is about, such as the hold or the fee of a cancellation; null where it is
    about none."""
    status: str | None
    """The status of the job after it; null where the job is gone."""


class ListSandboxJobsResult(TypedDict):
    jobs: list[ListedSandboxJob]
    next: str | None
    """Send it as `before` for the page after this one; null on the last page."""


class ListedSandboxJob(TypedDict):
    job_id: str
    """Unique job identifier."""
    world: str | None
    """The `Dray-World` of the call; null for the default world."""
    external_reference: str | None
    """The partner's own identifier, exactly as it was sent; null when none was."""
    status: Status
    """`draft`: the customer has not finished in the app. `posted`: paid (held) and visible to
    carriers. `accepted`: a carrier has accepted; it stays so until it is delivered and paid.
    `completed`: delivered and paid. `cancelled`: by the customer, the carrier, the operator or the
    service."""
    story: StoryName
    created_at: str
    """Creation time, on the clock of the sandbox (ISO 8601, UTC)."""
    title: str
    """The title; the towns once the personal data of the job is removed."""


class SandboxJob(TypedDict):
    job_id: str
    """Unique job identifier."""
    world: str | None
    """The `Dray-World` of the call; null for the default world."""
    external_reference: str | None
    """The partner's own identifier, exactly as it was sent; null when none was."""
    status: Status
    """`draft`: the customer has not finished in the app. `posted`: paid (held) and visible to
    carriers. `accepted`: a carrier has accepted; it stays so until it is delivered and paid.
    `completed`: delivered and paid. `cancelled`: by the customer, the carrier, the operator or the
    service."""
    story: StoryName
    created_at: str
    """Creation time, on the clock of the sandbox (ISO 8601, UTC)."""
    timeline: list[Step]
    moves: list[Move]
    """What people can do now."""
    next: NextMoment | None
    """What happens next by itself, if anything. For an accepted job, the clock alone tells of
    renewals of its hold."""


class _MakeMoveInputRequired(TypedDict):
    do: Move


class MakeMoveInput(_MakeMoveInputRequired, total=False):
    outcome: CardOutcome | None
    """Only for `pay`; `success` if absent."""
    by: Rater | None
    """Only for `rate`; `customer` if absent."""
    stars: int | None
    """Only for `rate`; 5 if absent."""


class ListTextsResult(TypedDict):
    sms: list[Sms]


class Sms(TypedDict):
    job_id: str
    """Unique job identifier."""
    to: str
    kind: str
    """`draft`: the link for the customer; `code`: the code of a sign-in; `notice`: news of the
    job."""
    body: str
    link: str | None
    """The link in the SMS, if there is one."""
    code: str | None
    """The code in the SMS, if there is one. A customer of the sandbox gets it; it signs nobody
    in."""
    status: SmsStatus
    created_at: str
    """When it was written, on the clock of the sandbox (ISO 8601, UTC)."""


class FillWindowInput(TypedDict):
    remaining: int


class FillWindowResult(TypedDict):
    limit: int
    remaining: int


class PreviewPriceInput(TypedDict):
    size: Size
    """Size of the job."""
    distance_km: float
    """Distance by road; rounded to 0.1 km."""
    pickup: Door
    dropoff: Door


class Door(TypedDict, total=False):
    floor: float | None
    """Floor of the door; used for the stairs charge."""
    has_elevator: bool | None
    """With an elevator there is no stairs charge. Absent means none."""


class PricePreview(TypedDict):
    base_price_eur: float
    """Job base price before the platform fee, in euros."""
    platform_fee_eur: float
    """Platform commission, in euros."""
    total_customer_pays_eur: float
    """`base_price_eur` + `platform_fee_eur`, in euros."""
    helper_receives_eur: float
    """The carrier's amount, in euros."""
    calculation_breakdown: CalculationBreakdown
    steps: PriceSteps
    tariff: PriceTerms


class Distance(TypedDict):
    from_km: float
    to_km: float
    km: float
    """Kilometres that this tier charges."""
    eur_per_km: float
    """Price of a kilometre, in euros."""
    eur: float
    """Exact charge, up to three decimals, in euros."""


class Stairs(TypedDict):
    floors: int
    """Floors without an elevator, at both ends."""
    eur_per_floor: float
    """Price of a floor, in euros."""


class PriceSteps(TypedDict):
    distance: list[Distance]
    """The tiers that the trip reaches. `distance_charge_eur` is their sum, rounded."""
    stairs: Stairs
    is_minimum_fee: bool
    """The fee is the minimum of the tariff, because the percentage is less."""


class BaseBySizeEur(TypedDict):
    S: float
    M: float
    L: float
    XL: float


class DistanceTiers(TypedDict):
    up_to_km: float | None
    """The kilometre of the trip at which the tier ends; null for the last tier."""
    eur_per_km: float
    """Price of a kilometre in this tier, in euros."""


class StairsEurPerFloor(TypedDict):
    S: float
    M: float
    L: float
    XL: float


class PriceTerms(TypedDict):
    base_by_size_eur: BaseBySizeEur
    """The price of each size, in euros."""
    included_km: float
    """Kilometres that the price of the size includes."""
    distance_tiers: list[DistanceTiers]
    """By absolute kilometre, after those that are included."""
    stairs_eur_per_floor: StairsEurPerFloor
    """The price of each floor without an elevator, in euros."""
    fee_percent: float
    """The platform fee, in percent of the base price."""
    minimum_fee_eur: float
    """The least platform fee, in euros."""
    commission_percent: float
    """Kept from the base price before the carrier gets it, in percent."""


class _PreviewTextInputRequired(TypedDict):
    title: str
    """Title of the job."""
    language: Language
    """Language of the SMS."""


class PreviewTextInput(_PreviewTextInputRequired, total=False):
    pickup_place: str | None
    """Town of the pickup; `Madrid` if absent."""
    dropoff_place: str | None
    """Town of the dropoff; `Zaragoza` if absent."""
    total_eur: float | None
    """What the customer pays, in euros; 45.20 if absent."""


class TextPreview(TypedDict):
    body: str
    segments: int
    """Parts of the SMS, at most 4. A provider charges each of them as one SMS."""
    saved_segments: int
    """How many more there would be with the accents that were dropped, because the GSM alphabet
    does not have them."""
    characters: int
    encoding: Encoding
    """`gsm`: 160 characters in one SMS. `ucs2`: 70, as the text has a character outside the GSM
    alphabet."""

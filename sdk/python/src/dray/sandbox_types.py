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
    "customer_absent",
    "time_moved",
    "tipped",
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
    "wish_time",
    "confirm",
    "refuse_confirmation",
    "accept",
    "agree_time",
    "move_time",
    "collect",
    "drive",
    "deliver",
    "give_back",
    "report_trip",
    "answer_trip",
    "cancel",
    "rate",
    "tip",
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

TripReason = Literal["customer_absent", "not_as_described", "wrong_address", "breakdown"]

SmsStatus = Literal["pending", "sending", "sent", "failed", "unknown"]

Language = Literal["en", "es", "pt", "fr", "it", "de", "ca"]

Encoding = Literal["gsm", "ucs2"]


class ListStoriesResult(TypedDict):
    stories: list[Story]


class Story(TypedDict):
    name: StoryName
    phone: str
    """Create a job with this `customer_phone`."""
    ends: str
    """The last status of the job; `gone`: the draft is deleted; `as_you_leave_it`: you move the job
    yourself."""
    tells: str
    """What happens, in words; times count from the creation of the job."""


class NextMoment(TypedDict):
    at: str
    job_id: str
    type: str
    """The `type` of the step that is expected, such as `accepted`; a hold may be refused
    instead."""
    what: str
    """What is expected, in words. The words may change."""


class Clock(TypedDict):
    world: str | None
    """The `Dray-World` of the call; null for the default world."""
    now: str
    """The time that it shows, on the clock of the sandbox (ISO 8601, UTC)."""
    ahead_seconds: float
    """Seconds by which this clock is ahead of the real time now; below 0 if it is behind."""
    next: NextMoment | None
    """The next step that happens without a call; null if there is none. Only the `next` of the
    clock has the renewals of the hold of an accepted job."""
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
    """Seconds by which this clock is ahead of the real time now; below 0 if it is behind."""
    next: NextMoment | None
    """The next step that happens without a call; null if there is none. Only the `next` of the
    clock has the renewals of the hold of an accepted job."""
    steps: list[Step]
    """Everything that happened, in its order."""
    remaining_seconds: float
    """Seconds that are left if the call ended early, after 200 acts or 20 s; else 0. Send them as
    `advance_seconds`, or send `to` with `end` again."""


class Step(TypedDict):
    at: str
    """When it happened, on the clock of the sandbox (ISO 8601, UTC)."""
    after_seconds: int
    """Whole seconds since the creation of the job."""
    job_id: str
    """Unique job identifier."""
    actor: str
    """Who caused it: `customer`, `carrier`, `partner` or `system`."""
    type: str
    """The type of the step, for programs. Today one of `created`, `sms_sent`, `sms_failed`,
    `link_opened`, `signed_in`, `card_added`, `payment_started`, `confirmation_asked`, `published`,
    `hidden`, `shown_again`, `accepted`, `time_wished`, `time_proposed`, `time_agreed`, `reminded`,
    `collection_overdue`, `trip_reported`, `trip_answered`, `trip_term_ended`, `collected`,
    `arriving`, `delivered`, `completed`, `rated`, `given_back`, `cancelled`, `draft_expired`,
    `hold_done`, `hold_refused`, `hold_renewed`, `renewal_refused`, `release_done`,
    `release_refused`, `capture_done`, `capture_refused`, `tip_given`, `tip_refused`, `payout_done`,
    `payout_refused`, `refund_done`, `refund_refused`, `other`. Later versions may add others."""
    what: str
    """What happened, in words, such as `accepted` or `capture refused`. The words may change."""
    amount_eur: float | None
    """The amount of money of this step, in euros, such as the hold or the fee of a cancellation;
    null for a step without money."""
    status: str | None
    """The status of the job after this step; null if the job was deleted."""


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
    """The partner's own identifier, exactly as it was sent; null if none was sent."""
    status: Status
    """`draft`: the customer has not finished in the app. `posted`: paid (held) and visible to
    carriers. `accepted`: a carrier has accepted; it stays so until it is delivered and paid.
    `completed`: delivered and paid. `cancelled`: by the customer, the carrier, the operator or the
    service."""
    story: StoryName
    created_at: str
    """Creation time, on the clock of the sandbox (ISO 8601, UTC)."""
    title: str
    """The title of the job; its towns after the personal data of the job was removed."""


class SandboxJob(TypedDict):
    job_id: str
    """Unique job identifier."""
    world: str | None
    """The `Dray-World` of the call; null for the default world."""
    external_reference: str | None
    """The partner's own identifier, exactly as it was sent; null if none was sent."""
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
    """The moves that are possible now."""
    next: NextMoment | None
    """The next step that happens without a call; null if there is none. Only the `next` of the
    clock has the renewals of the hold of an accepted job."""


class _MakeMoveInputRequired(TypedDict):
    do: Move


class MakeMoveInput(_MakeMoveInputRequired, total=False):
    outcome: CardOutcome | None
    """Only for `pay`; `success` if absent."""
    by: Rater | None
    """Only for `rate`; `customer` if absent."""
    reason: TripReason | None
    """Only for `report_trip`: why the carrier cannot collect; `wrong_address` if absent.
    `breakdown` is possible at any time, the others from the beginning of an agreed time, and
    `customer_absent` 15 minutes later or 15 minutes after the acceptance, because the carrier waits
    for so long."""
    agrees: bool | None
    """Only for `answer_trip`: whether the customer agrees with the report; true if absent."""
    way_percent: int | None
    """Only for `drive`: how much of the way from the pickup to the dropoff is behind the carrier;
    100 if absent. The customer sees the position until the delivery."""
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
    """Whether there is an elevator; with one there is no stairs charge. Absent means no
    elevator."""


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
    """True: the fee is the minimum of the tariff, because the percentage gives less."""


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
    """The tiers count kilometres from the start of the trip; the included kilometres are not
    charged."""
    stairs_eur_per_floor: StairsEurPerFloor
    """The price of each floor without an elevator, in euros."""
    fee_percent: float
    """The platform fee, in percent of the base price."""
    minimum_fee_eur: float
    """The minimum platform fee, in euros."""
    commission_percent: float
    """The part of the base price that the carrier does not receive, in percent."""


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
    """The number of parts that are saved because accents that are not in the GSM alphabet were
    dropped."""
    characters: int
    encoding: Encoding
    """`gsm`: 160 characters in one SMS. `ucs2`: 70, as the text has a character outside the GSM
    alphabet."""

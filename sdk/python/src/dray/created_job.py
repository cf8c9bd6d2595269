"""What the response of a create says beside its body."""

from __future__ import annotations

from typing import cast

from .calls import decoded
from .exchange import Answer
from .types import JobCreated, SmsStatus


class CreatedJob(JobCreated):
    """A draft that was created."""

    sms_status: SmsStatus
    """`sent`; `retrying`: it comes later, so do nothing. `refused`: it does not come, so show the customer
    the link. `unreachable`: the number receives no SMS, so ask for a mobile number and create a new job."""


def created_job(answer: Answer) -> CreatedJob:
    """A service of before the header does not tell late from never; then nothing is to be done."""
    job = cast(JobCreated, decoded(answer))
    told = answer.headers.get("X-SMS-Status") or ("sent" if job["sms_sent"] else "retrying")
    return {**job, "sms_status": cast(SmsStatus, told)}

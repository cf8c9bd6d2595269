"""What the response of a create says beside its body."""

from __future__ import annotations

from typing import cast

from .calls import decoded
from .exchange import Answer, Route
from .link_in import link_in
from .types import JobCreated, SmsStatus


class CreatedJob(JobCreated):
    """A draft that was created."""

    sms_status: SmsStatus
    """`sent`; `retrying`: it comes later, so do nothing. `refused`: it does not come, so show the customer
    the link. `unreachable`: the number receives no SMS, so ask for a mobile number and create a new job."""
    web_url: str | None
    """The link of the SMS: it opens the draft in a browser. None only from an older service."""


def created_job(answer: Answer, route: Route) -> CreatedJob:
    """Adds what is in the headers. An older service does not tell late from never; then nothing is to be done."""
    job = cast(JobCreated, decoded(answer))
    told = answer.headers.get("X-SMS-Status") or ("sent" if job["sms_sent"] else "retrying")
    web_url = link_in(answer.headers, "alternate", route)
    return {**job, "sms_status": cast(SmsStatus, told), "web_url": web_url}

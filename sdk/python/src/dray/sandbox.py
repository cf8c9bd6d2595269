"""The sandbox of a test key."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast
from urllib.parse import quote

from .calls import Calls, job_path
from .errors import NotFoundError
from .sandbox_types import (
    CardOutcome,
    Clock,
    ClockMoved,
    FillWindowResult,
    ListedSandboxJob,
    Move,
    Rater,
    SandboxJob,
    Sms,
    Story,
    TripReason,
)


class Sandbox:
    """Moves the jobs of a test key, in the world of the client. With a live key, a call raises TestKeyRequiredError.

    A move is not sent again after a lost answer, because it could happen twice: read `clock()` or
    `job()` to see whether it happened.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def stories(self) -> list[Story]:
        """The customers who act by themselves. Create a job with the `phone` of one."""
        return cast("list[Story]", self._calls.get("/sandbox/v1/stories")["stories"])

    def clock(self) -> Clock:
        """Reads the clock of this world. It stays still until a call moves it."""
        return cast(Clock, self._calls.get("/sandbox/v1/clock"))

    def advance(self, seconds: float) -> ClockMoved:
        """Moves the clock forward. Everything that falls due on the way happens; `steps` lists it."""
        return self._move_clock({"advance_seconds": seconds})

    def advance_to(self, instant: datetime | str) -> ClockMoved:
        """Moves the clock forward to a time that is later than `now` of the clock."""
        if isinstance(instant, datetime):
            if instant.tzinfo is None:
                raise ValueError("instant must have a time zone, such as timezone.utc")
            instant = instant.isoformat()
        return self._move_clock({"to": instant})

    def next(self) -> ClockMoved:
        """Moves the clock to the next time at which something happens."""
        return self._move_clock({"to": "next"})

    def jobs(self) -> list[ListedSandboxJob]:
        """The newest 100 jobs of this world, the newest first."""
        return cast("list[ListedSandboxJob]", self._calls.get("/sandbox/v1/jobs")["jobs"])

    def job(self, job_id: str) -> SandboxJob:
        """Reads what happened to a job, and what can happen next."""
        return cast(SandboxJob, self._calls.get(f"/sandbox/v1{job_path(job_id)}"))

    def move(
        self,
        job_id: str,
        move: Move,
        *,
        outcome: CardOutcome | None = None,
        by: Rater | None = None,
        stars: int | None = None,
        reason: TripReason | None = None,
        agrees: bool | None = None,
        way_percent: int | None = None,
    ) -> SandboxJob:
        """Lets the customer or the carrier act. `outcome` is for `pay`, `by` and `stars` for `rate`.

        `reason` is for `report_trip`, `agrees` for `answer_trip`, `way_percent` for `drive`.

        Raises MoveNotPossibleError with the `moves` that are possible.
        """
        members = {
            **{"do": move, "outcome": outcome, "by": by, "stars": stars},
            **{"reason": reason, "agrees": agrees, "way_percent": way_percent},
        }
        body = {name: value for name, value in members.items() if value is not None}
        path = f"/sandbox/v1{job_path(job_id)}/moves"
        return cast(SandboxJob, self._calls.post(path, body, once=True))

    def play(self, job_id: str) -> SandboxJob | None:
        """Moves the clock until the story of the job has ended. Other jobs of the world live on.

        Returns the job, or None if its draft was deleted. A job without a story is returned as it is.
        """
        self.job(job_id)
        target = {"to": "end", "job_id": job_id}
        try:
            # Sent again after a lost answer, and where a call ended early, because only the end counts.
            while self._calls.post("/sandbox/v1/clock", target)["remaining_seconds"] > 0:
                pass
            return self.job(job_id)
        except NotFoundError:
            return None

    def sms(self, job_id: str | None = None) -> list[Sms]:
        """The newest texts, of all jobs or of one, with their links and codes."""
        query = "" if job_id is None else f"?job_id={quote(job_id, safe='')}"
        return cast("list[Sms]", self._calls.get(f"/sandbox/v1/sms{query}")["sms"])

    def leave_calls(self, remaining: int) -> FillWindowResult:
        """Uses up the rate limit of `/v1` until so many calls are left. With 0 the next one gets a 429."""
        return cast(FillWindowResult, self._calls.post("/sandbox/v1/limit", {"remaining": remaining}))

    def delete_world(self) -> None:
        """Deletes the jobs of this world. Its next call begins it again, at the real time."""
        self._calls.send("DELETE", "/sandbox/v1/world")

    def _move_clock(self, target: Mapping[str, Any]) -> ClockMoved:
        """The service ends a long move early. Further calls do the rest."""
        moved = cast(ClockMoved, self._calls.post("/sandbox/v1/clock", target, once=True))
        steps = moved["steps"]
        while moved["remaining_seconds"] > 0:
            rest = {"advance_seconds": moved["remaining_seconds"]}
            moved = cast(ClockMoved, self._calls.post("/sandbox/v1/clock", rest, once=True))
            steps = steps + moved["steps"]
        return {**moved, "steps": steps}

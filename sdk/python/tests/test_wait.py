from __future__ import annotations

import unittest
from typing import Any, cast

import dray
from dray import Status

from .proxy import Call, FaultyProxy, cut_before, replaced_by
from .support import UNKNOWN_JOB, client, control, new_job


class WaitFor(unittest.TestCase):
    def test_it_returns_at_once_when_the_job_has_the_status(self) -> None:
        created = client().create_job(new_job())
        with FaultyProxy([]) as proxy:
            job = client(proxy.url).wait_for(created["job_id"], "draft")
        self.assertEqual((job["status"], len(proxy.seen)), ("draft", 1))

    def test_it_reads_until_the_status_comes_and_an_unchanged_job_is_a_304(self) -> None:
        created = client().create_job(new_job())
        statuses: list[int] = []

        def read(call: Call) -> None:
            statuses.append(call.pass_on())
            if len(statuses) == 3:
                control(f"/status/posted/{created['job_id']}")

        with FaultyProxy([read] * 4) as proxy:
            job = client(proxy.url).wait_for(
                created["job_id"], ["posted", "accepted", "completed"], interval=0.05
            )
        self.assertEqual((job["job_id"], job["status"]), (created["job_id"], "posted"))
        self.assertEqual(statuses, [200, 304, 304, 200])
        self.assertNotIn("if-none-match", proxy.seen[0].headers)

    def test_an_outage_does_not_end_the_wait(self) -> None:
        created = client().create_job(new_job())
        control(f"/status/posted/{created['job_id']}")
        with FaultyProxy([cut_before, replaced_by(503, ""), replaced_by(429, "")]) as proxy:
            job = client(proxy.url, max_retries=0).wait_for(created["job_id"], "posted", interval=0.05)
        self.assertEqual((job["status"], len(proxy.seen)), ("posted", 4))

    def test_a_job_that_ended_otherwise_is_an_error_with_the_job(self) -> None:
        created = client().create_job(new_job())
        control(f"/status/cancelled/{created['job_id']}")
        with self.assertRaises(dray.JobEndedError) as caught:
            client().wait_for(created["job_id"], ["posted", "completed"])
        self.assertEqual(caught.exception.job["status"], "cancelled")

    def test_a_job_that_is_gone_is_not_found(self) -> None:
        with self.assertRaises(dray.NotFoundError):
            client().wait_for(UNKNOWN_JOB, "posted")

    def test_when_the_time_is_over_the_error_has_the_last_state(self) -> None:
        created = client().create_job(new_job())
        with self.assertRaises(dray.WaitTimeoutError) as caught:
            client().wait_for(created["job_id"], "posted", timeout=0.1, interval=0.05)
        self.assertEqual((caught.exception.job or cast(Any, {}))["status"], "draft")
        with self.assertRaises(dray.WaitTimeoutError) as unread:
            client("http://127.0.0.1:1", max_retries=0).wait_for(UNKNOWN_JOB, "posted", timeout=0)
        self.assertIsNone(unread.exception.job)
        self.assertIsInstance(unread.exception.__cause__, dray.APIConnectionError)

    def test_a_status_that_does_not_exist_is_refused(self) -> None:
        statuses: list[Any] = ["delivered", [], ["posted", "done"]]
        for wrong in statuses:
            with self.assertRaises(ValueError):
                client().wait_for(UNKNOWN_JOB, cast(Status, wrong))


if __name__ == "__main__":
    unittest.main()

from __future__ import annotations

import ssl
import time
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

import dray
from dray import DrayError
from dray.refusal import lost_answer
from dray.retries import pause_before_retry

from .proxy import Call, FaultyProxy, cut_after, cut_before, replaced_by
from .support import NOWHERE, TRIP, UNKNOWN_JOB, client, control, new_job, setting


class LostAnswers(unittest.TestCase):
    def test_a_lost_201_is_recovered_by_the_idempotency_key(self) -> None:
        job = new_job()
        with FaultyProxy([cut_after, cut_after]) as proxy:
            created = client(proxy.url).create_job(job)
        self.assertEqual(created["external_reference"], job["external_reference"])
        self.assertEqual(len(proxy.seen), 3)
        self.assertEqual(len({seen.headers["idempotency-key"] for seen in proxy.seen}), 1)
        self.assertEqual(len({seen.body for seen in proxy.seen}), 1)
        with self.assertRaises(dray.DuplicateReferenceError) as caught:
            client().create_job(job)
        self.assertEqual(caught.exception.job_id, created["job_id"])

    def test_a_lost_201_is_recovered_by_the_reference_where_a_gateway_drops_the_key(self) -> None:
        job = new_job()

        def lose(call: Call) -> None:
            call.ask(without="idempotency-key")
            call.cut()

        with FaultyProxy([lose, lambda call: call.pass_on(without="idempotency-key")]) as proxy:
            with self.assertRaises(dray.DuplicateReferenceError) as caught:
                client(proxy.url).create_job(job)
        read = client().get_job(caught.exception.job_id or "")
        self.assertEqual(read["external_reference"], job["external_reference"])

    def test_after_a_crash_the_same_key_gives_the_first_answer_again(self) -> None:
        job = new_job()
        with FaultyProxy([cut_after]) as proxy:
            with self.assertRaises(dray.APIConnectionError) as lost:
                client(proxy.url, max_retries=0).create_job(job, idempotency_key="order-3001")
        self.assertEqual(lost.exception.idempotency_key, "order-3001")
        first = client().create_job(job, idempotency_key="order-3001")
        self.assertEqual(client().create_job(job, idempotency_key="order-3001"), first)

    def test_an_answer_that_breaks_off_is_retried(self) -> None:
        def half(call: Call) -> None:
            status, headers, body = call.ask()
            call.answer(status, headers, body[: len(body) // 2])
            call.cut()

        def in_the_headers(call: Call) -> None:
            status, _, _ = call.ask()
            call.write(f"HTTP/1.1 {status} Created\r\ncontent-type: application/json\r\nx-req".encode())
            call.cut()

        with FaultyProxy([half, in_the_headers]) as proxy:
            created = client(proxy.url).create_job(new_job())
        self.assertEqual((created["status"], len(proxy.seen)), ("draft", 3))

    def test_a_create_waits_for_its_first_call_that_still_runs(self) -> None:
        job = new_job(photos=[setting("DRAY_HELD_PHOTO")])

        def release_after_refusal(call: Call) -> None:
            status = call.pass_on()
            self.assertEqual(status, 409)
            control("/release")

        with FaultyProxy([release_after_refusal]) as proxy, ThreadPoolExecutor() as threads:
            first = threads.submit(client().create_job, job, "order-4001")
            control("/held")
            second = client(proxy.url).create_job(job, "order-4001")
            self.assertEqual(first.result(), second)
        self.assertGreaterEqual(len(proxy.seen), 2)


class Retries(unittest.TestCase):
    def test_a_lost_request_is_sent_again(self) -> None:
        with FaultyProxy([cut_before, cut_before]) as proxy:
            self.assertIn("disclaimer", client(proxy.url).estimate(TRIP))
        self.assertEqual(len(proxy.seen), 3)

    def test_it_ends_after_the_retries_with_the_last_error(self) -> None:
        for retries in (0, 1, 2):
            with FaultyProxy([cut_before] * 9) as proxy:
                with self.assertRaises(dray.APIConnectionError):
                    client(proxy.url, max_retries=retries).estimate(TRIP)
            self.assertEqual(len(proxy.seen), retries + 1)

    def test_408_429_and_5xx_are_retried(self) -> None:
        for status in (408, 429, 500, 502, 503, 504):
            with FaultyProxy([replaced_by(status, "")]) as proxy:
                self.assertIn("disclaimer", client(proxy.url).estimate(TRIP), status)
            self.assertEqual(len(proxy.seen), 2, status)

    def test_other_refusals_are_not_retried(self) -> None:
        key = setting("DRAY_OTHER_KEY")
        with FaultyProxy([]) as proxy:
            created = client().create_job(new_job())
            calls: list[Callable[[], object]] = [
                lambda: client(proxy.url).create_job(new_job(title="")),
                lambda: client(proxy.url).create_job(new_job(pickup=NOWHERE)),
                lambda: client(proxy.url, api_key="dray_test_mistyped").estimate(TRIP),
                lambda: client(proxy.url, api_key=key).get_job(created["job_id"]),
                lambda: client(proxy.url).get_job(UNKNOWN_JOB),
            ]
            for number, call in enumerate(calls, 1):
                with self.assertRaises(DrayError):
                    call()
                self.assertEqual(len(proxy.seen), number)
        for status in (409, 418):
            with FaultyProxy([replaced_by(status, {"error": "other", "message": "No."})]) as proxy:
                with self.assertRaises(DrayError):
                    client(proxy.url).estimate(TRIP)
            self.assertEqual(len(proxy.seen), 1, status)

    def test_retry_after_is_obeyed(self) -> None:
        opens_at = 0.0

        def gate(call: Call) -> None:
            nonlocal opens_at
            opens_at = opens_at or time.monotonic() + 2
            left = opens_at - time.monotonic()
            if left <= 0:
                call.pass_on()
            else:
                call.answer(429, {"Retry-After": "2"}, {"error": "rate_limit_exceeded", "message": "Wait."})

        with FaultyProxy([gate, gate, gate]) as proxy:
            # Without the wait, the only retry would find the gate closed.
            self.assertIn("disclaimer", client(proxy.url, max_retries=1).estimate(TRIP))
        self.assertEqual(len(proxy.seen), 2)

    def test_pauses_grow_and_end_at_eight_seconds(self) -> None:
        broken = lost_answer(ConnectionResetError())
        for retries, longest in enumerate((0.5, 1, 2, 4, 8, 8)):
            pause = pause_before_retry(broken, retries) or 0
            self.assertTrue(longest * 0.75 <= pause <= longest, (retries, pause))

    def test_a_certificate_that_is_not_valid_is_not_retried(self) -> None:
        self.assertIsNone(pause_before_retry(lost_answer(ssl.SSLCertVerificationError()), 0))

    def test_a_wait_of_more_than_the_window_is_left_to_the_program(self) -> None:
        later = format_datetime(datetime.now(timezone.utc) + timedelta(hours=1), usegmt=True)
        for told in ("3600", later):
            with FaultyProxy([replaced_by(503, "", Retry_After=told)]) as proxy:
                with self.assertRaises(dray.ServerError) as caught:
                    client(proxy.url).estimate(TRIP)
            self.assertEqual(len(proxy.seen), 1)
            self.assertGreater(caught.exception.retry_after_seconds or 0, 3_000)


if __name__ == "__main__":
    unittest.main()

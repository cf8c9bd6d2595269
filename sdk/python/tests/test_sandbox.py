from __future__ import annotations

import pickle
import unittest
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any, cast

import dray
from dray import Move, Sandbox

from .proxy import FaultyProxy, cut_after, replaced_by
from .support import TRIP, UNKNOWN_JOB, client, new_job, setting

BY_HAND = "+447700900000"
HAPPY = "+447700900001"
NEVER_OPENED = "+447700900002"


def begin(phone: str) -> str:
    return client().create_job(new_job(customer_phone=phone))["job_id"]


class SandboxOperations(unittest.TestCase):
    def setUp(self) -> None:
        self.sandbox = client().sandbox
        self.sandbox.delete_world()

    def test_every_story_ends_as_its_entry_says(self) -> None:
        stories = self.sandbox.stories()
        self.assertEqual(len(stories), int(setting("DRAY_STORIES")))
        for story in stories:
            job_id = begin(story["phone"])
            job = self.sandbox.play(job_id)
            with self.subTest(story["name"]):
                ends = "draft" if story["ends"] == "as_you_leave_it" else story["ends"]
                self.assertEqual(job["status"] if job else "gone", ends)
                if job:
                    self.assertEqual(client().get_job(job_id)["status"], ends)
                    self.assertEqual(job["story"], story["name"])
            self.sandbox.delete_world()

    def test_the_clock_moves_by_seconds_to_an_instant_and_to_what_is_next(self) -> None:
        job_id = begin(HAPPY)
        opened = self.sandbox.next()
        self.assertEqual([step["what"] for step in opened["steps"]], ["opened the link"])
        moved = self.sandbox.advance(60)
        self.assertIn("accepted", [step["what"] for step in moved["steps"]])
        self.assertEqual(client().get_job(job_id)["status"], "accepted")
        target = datetime.now(timezone.utc) + timedelta(hours=2)
        later = self.sandbox.advance_to(target)
        self.assertGreaterEqual(later["now"], target.strftime("%Y-%m-%dT%H:%M:%S"))
        self.assertEqual(self.sandbox.clock()["now"], later["now"])

    def test_a_move_of_the_clock_that_ends_early_is_brought_to_its_end(self) -> None:
        def part(number: int) -> Any:
            return replaced_by(200, {"steps": [{"what": f"act {number}"}], "remaining_seconds": 2 - number})

        with FaultyProxy([part(1), part(2)]) as proxy:
            moved = client(proxy.url).sandbox.advance(600)
        self.assertEqual([seen.body for seen in proxy.seen][1], b'{"advance_seconds": 1}')
        self.assertEqual([step["what"] for step in moved["steps"]], ["act 1", "act 2"])

    def test_moves_bring_a_job_through_its_life(self) -> None:
        job_id = begin(BY_HAND)
        moves: list[Move] = ["open", "sign_in", "pay", "publish", "accept", "collect", "deliver"]
        for move in moves:
            outcome: Any = "success" if move == "pay" else None
            job = self.sandbox.move(job_id, move, outcome=outcome)
            if move == "collect":
                half = self.sandbox.move(job_id, "drive", way_percent=50)
                self.assertNotEqual(half["timeline"][-1]["type"], "arriving")
                near = self.sandbox.move(job_id, "drive", way_percent=100)
                self.assertEqual(near["timeline"][-1]["type"], "arriving")
        self.assertEqual(job["status"], "completed")
        rated = self.sandbox.move(job_id, "rate", by="carrier", stars=4)
        self.assertEqual(self.sandbox.job(job_id), rated)
        (listed, *_) = self.sandbox.jobs()
        self.assertEqual([listed["job_id"], listed["status"]], [job_id, "completed"])

    def test_a_move_that_is_not_possible_names_those_that_are(self) -> None:
        job_id = begin(BY_HAND)
        with self.assertRaises(dray.MoveNotPossibleError) as caught:
            self.sandbox.move(job_id, "deliver")
        self.assertEqual(caught.exception.moves, ["open", "sign_in"])
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).moves, ["open", "sign_in"])

    def test_texts_have_the_link_for_the_customer(self) -> None:
        first, second = begin(BY_HAND), begin(BY_HAND)
        self.assertEqual([text["job_id"] for text in self.sandbox.sms()], [second, first])
        (text,) = self.sandbox.sms(first)
        self.assertIn("/draft/", text["link"] or "")

    def test_after_leave_calls_of_0_the_next_call_is_refused(self) -> None:
        key = setting("DRAY_SPENT_KEY")
        spent = client(api_key=key, max_retries=0)
        self.assertEqual(spent.sandbox.leave_calls(0)["remaining"], 0)
        with self.assertRaises(dray.RateLimitError):
            spent.estimate(TRIP)

    def test_a_deleted_world_has_no_jobs_and_real_time(self) -> None:
        job_id = begin(HAPPY)
        self.sandbox.advance(40)
        self.sandbox.delete_world()
        with self.assertRaises(dray.NotFoundError):
            client().get_job(job_id)
        self.assertLess(abs(self.sandbox.clock()["ahead_seconds"]), 5)

    def test_clients_with_a_world_have_jobs_of_their_own(self) -> None:
        left = client(world="left")
        job = left.create_job(new_job(customer_phone=HAPPY))
        played = left.sandbox.play(job["job_id"])
        self.assertEqual((played or cast(Any, {}))["world"], "left")
        with self.assertRaises(dray.NotFoundError):
            self.sandbox.job(job["job_id"])
        with self.assertRaises(ValueError):
            client(world="a b")

    def test_play_of_a_deleted_draft_is_none_and_of_an_unknown_job_an_error(self) -> None:
        self.assertIsNone(self.sandbox.play(begin(NEVER_OPENED)))
        with self.assertRaises(dray.NotFoundError):
            self.sandbox.play(UNKNOWN_JOB)

    def test_input_that_is_not_valid_names_the_field(self) -> None:
        refused: list[tuple[Callable[[], object], str]] = [
            (lambda: self.sandbox.advance(-1), "advance_seconds"),
            (lambda: self.sandbox.advance_to("tomorrow"), "to"),
            (lambda: self.sandbox.leave_calls(-1), "remaining"),
            (lambda: self.sandbox.move(UNKNOWN_JOB, cast(Move, "fly")), "do"),
        ]
        for call, field in refused:
            with self.assertRaises(dray.ValidationError) as caught:
                call()
            self.assertEqual(list(caught.exception.details), [field])
        wrong: list[Callable[[], object]] = [
            lambda: self.sandbox.advance(float("nan")),
            lambda: self.sandbox.advance_to(datetime(2100, 1, 1)),
            lambda: self.sandbox.job(".."),
        ]
        for call in wrong:
            with self.assertRaises(ValueError):
                call()

    def test_a_live_key_is_refused_by_every_operation(self) -> None:
        live = client(api_key=setting("DRAY_LIVE_KEY")).sandbox
        for call in operations(live):
            with self.assertRaises(dray.TestKeyRequiredError) as caught:
                call()
            self.assertEqual(caught.exception.status, 403)


def operations(sandbox: Sandbox) -> list[Callable[[], object]]:
    return [
        sandbox.stories,
        sandbox.clock,
        lambda: sandbox.advance(1),
        lambda: sandbox.advance_to(datetime(2100, 1, 1, tzinfo=timezone.utc)),
        sandbox.next,
        lambda: sandbox.job(UNKNOWN_JOB),
        lambda: sandbox.move(UNKNOWN_JOB, "open"),
        lambda: sandbox.play(UNKNOWN_JOB),
        sandbox.sms,
        lambda: sandbox.leave_calls(0),
        sandbox.delete_world,
    ]


class SandboxRetries(unittest.TestCase):
    def test_a_move_whose_answer_is_lost_happens_once(self) -> None:
        before = client().sandbox.clock()["ahead_seconds"]
        with FaultyProxy([cut_after]) as proxy:
            with self.assertRaises(dray.APIConnectionError):
                client(proxy.url).sandbox.advance(3_600)
        self.assertEqual(len(proxy.seen), 1)
        self.assertAlmostEqual(client().sandbox.clock()["ahead_seconds"] - before, 3_600, delta=10)
        job_id = begin(BY_HAND)
        with FaultyProxy([cut_after]) as proxy:
            with self.assertRaises(dray.APIConnectionError):
                client(proxy.url).sandbox.move(job_id, "open")
        self.assertEqual(len(proxy.seen), 1)
        self.assertEqual(client().sandbox.job(job_id)["timeline"][-1]["what"], "opened the link")

    def test_a_move_is_sent_again_only_after_a_refusal_that_did_nothing(self) -> None:
        for status, code, tries in (
            (408, "request_timeout", 2),
            (409, "world_busy", 2),
            (429, "rate_limit_exceeded", 2),
            (500, "internal_error", 1),
            (503, "service_unavailable", 1),
        ):
            with FaultyProxy([replaced_by(status, {"error": code, "message": "No."})]) as proxy:
                try:
                    client(proxy.url).sandbox.advance(1)
                except dray.DrayError as error:
                    self.assertEqual(error.code, code)
            self.assertEqual(len(proxy.seen), tries, code)

    def test_what_a_repeated_call_leaves_unchanged_is_sent_again(self) -> None:
        job_id = begin(HAPPY)
        with FaultyProxy([cut_after, cut_after]) as proxy:
            sandbox = client(proxy.url).sandbox
            self.assertEqual((sandbox.play(job_id) or cast(Any, {}))["status"], "completed")
        with FaultyProxy([cut_after]) as proxy:
            client(proxy.url).sandbox.delete_world()
        self.assertEqual(len(proxy.seen), 2)


if __name__ == "__main__":
    unittest.main()

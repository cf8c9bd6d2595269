from __future__ import annotations

import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor

from dray import CreatedJob, DuplicateReferenceError, Estimate, Job

from .proxy import FaultyProxy, replaced_by
from .support import TRIP, client, new_job


class Operations(unittest.TestCase):
    def test_an_estimate_has_the_price_and_the_disclaimer(self) -> None:
        estimate = client().estimate(TRIP)
        self.assertEqual(estimate["total_customer_pays_eur"], 288.26)
        self.assertEqual(estimate["calculation_breakdown"]["distance_km"], 331.2)
        self.assertIn("approximate", estimate["disclaimer"])
        self.assertEqual(set(estimate), set(Estimate.__annotations__))

    def test_texts_are_in_the_language_of_the_client(self) -> None:
        self.assertIn("aproximado", client(language="es").estimate(TRIP)["disclaimer"])

    def test_a_created_job_is_a_draft_whose_status_can_be_read(self) -> None:
        job = new_job()
        created = client().create_job(job)
        self.assertEqual(created["status"], "draft")
        self.assertEqual(created["external_reference"], job["external_reference"])
        self.assertEqual(created["pricing"]["total_customer_pays_eur"], 288.26)
        self.assertIn("draft/", created["deep_link_url"])
        self.assertEqual(set(created), set(CreatedJob.__annotations__))
        read = client().get_job(created["job_id"])
        self.assertEqual((read["job_id"], read["status"]), (created["job_id"], "draft"))
        self.assertEqual(set(read), set(Job.__annotations__))

    def test_a_created_job_says_what_became_of_its_sms(self) -> None:
        for phone, status in [
            ("+34612345678", "sent"),
            ("+447700900021", "retrying"),
            ("+447700900020", "refused"),
            ("+34912345678", "unreachable"),
        ]:
            created = client().create_job(new_job(customer_phone=phone))
            self.assertEqual((created["sms_status"], created["sms_sent"]), (status, status == "sent"))

    def test_a_created_job_has_the_link_of_its_sms_also_in_a_replay(self) -> None:
        job = new_job()
        created = client().create_job(job, idempotency_key="the-link")
        self.assertRegex(created["web_url"] or "", r"^https?://[^/]+/draft/\w+\?phone=%2B\d+$")
        self.assertEqual(client().create_job(job, idempotency_key="the-link")["web_url"], created["web_url"])
        with FaultyProxy([replaced_by(201, {"job_id": "1", "sms_sent": True})]) as older:
            self.assertIsNone(client(older.url).create_job(new_job())["web_url"])

    def test_letters_of_every_language_arrive_as_they_were_sent(self) -> None:
        job = new_job(external_reference=f"Ñandú 🛋 {uuid.uuid4()}", title="Sofá 🛋")
        self.assertEqual(client().create_job(job)["external_reference"], job["external_reference"])

    def test_each_create_has_another_idempotency_key_unless_one_is_given(self) -> None:
        with FaultyProxy([]) as proxy:
            dray = client(proxy.url)
            first = dray.create_job(new_job())
            second = dray.create_job(new_job())
            job = new_job()
            third = dray.create_job(job, idempotency_key="order-1001")
            again = dray.create_job(job, idempotency_key="order-1001")
        self.assertNotEqual(first["job_id"], second["job_id"])
        self.assertEqual(third, again)
        keys = [seen.headers["idempotency-key"] for seen in proxy.seen]
        self.assertEqual([uuid.UUID(key).version for key in keys[:2]], [4, 4])
        self.assertNotEqual(keys[0], keys[1])
        self.assertEqual(keys[2:], ["order-1001", "order-1001"])

    def test_one_client_serves_many_threads(self) -> None:
        dray = client()
        jobs = [new_job() for _ in range(24)]
        with ThreadPoolExecutor(8) as threads:
            created = list(threads.map(dray.create_job, jobs))
        self.assertEqual(
            [answer["external_reference"] for answer in created],
            [job["external_reference"] for job in jobs],
        )
        self.assertEqual(len({answer["job_id"] for answer in created}), len(jobs))

    def test_a_base_url_may_have_a_path(self) -> None:
        with FaultyProxy([lambda call: call.answer(200, {}, {"path": call.seen.path})]) as proxy:
            answer = client(f"{proxy.url}/delivery/").get_job("a/b")
        self.assertEqual(answer, {"path": "/delivery/v1/jobs/a%2Fb"})

    def test_a_taken_reference_leads_to_the_job_that_holds_it(self) -> None:
        job = new_job()
        created = client().create_job(job)
        with self.assertRaises(DuplicateReferenceError) as caught:
            client().create_job(job)
        self.assertEqual(caught.exception.job_id, created["job_id"])
        self.assertEqual(caught.exception.status, 400)
        self.assertEqual(caught.exception.code, "duplicate_reference")


if __name__ == "__main__":
    unittest.main()

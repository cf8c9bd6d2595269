from __future__ import annotations

import pickle
import threading
import unittest
from typing import Any, cast

import dray
from dray import DrayError, EstimateInput, Job

from .proxy import Call, FaultyProxy, replaced_by
from .support import NOWHERE, TRIP, UNKNOWN_JOB, client, new_job, setting


class Errors(unittest.TestCase):
    def assert_facts(self, error: DrayError, status: int, code: str) -> None:
        self.assertEqual((error.status, error.code), (status, code))
        self.assertTrue(error.request_id)
        self.assertIn(f"request {error.request_id}", str(error))

    def test_input_that_is_not_valid_names_every_field(self) -> None:
        trip = cast(EstimateInput, {"size": "XXL", "pickup": {}, "dropoff": TRIP["dropoff"]})
        with self.assertRaises(dray.ValidationError) as caught:
            client().estimate(trip)
        self.assert_facts(caught.exception, 400, "validation_error")
        self.assertEqual(set(caught.exception.details), {"size", "pickup.address"})

    def test_an_address_that_is_not_found_is_named(self) -> None:
        with self.assertRaises(dray.GeocodingError) as caught:
            client().create_job(new_job(dropoff=NOWHERE))
        self.assert_facts(caught.exception, 422, "geocoding_failed")
        self.assertEqual(list(caught.exception.details), ["dropoff.address"])

    def test_a_mistyped_key_is_an_authentication_error(self) -> None:
        with self.assertRaises(dray.AuthenticationError) as caught:
            client(api_key="dray_test_mistyped").estimate(TRIP)
        self.assert_facts(caught.exception, 401, "unauthorized")

    def test_a_revoked_key_and_the_job_of_another_key_are_refused(self) -> None:
        with self.assertRaises(dray.PermissionDeniedError) as caught:
            client(api_key=setting("DRAY_REVOKED_KEY")).estimate(TRIP)
        self.assert_facts(caught.exception, 403, "unauthorized")
        created = client().create_job(new_job())
        with self.assertRaises(dray.PermissionDeniedError):
            client(api_key=setting("DRAY_OTHER_KEY")).get_job(created["job_id"])

    def test_an_unknown_job_is_not_found(self) -> None:
        with self.assertRaises(dray.NotFoundError) as caught:
            client().get_job(UNKNOWN_JOB)
        self.assert_facts(caught.exception, 404, "not_found")

    def test_a_404_of_a_proxy_says_nothing_about_the_job(self) -> None:
        with FaultyProxy([replaced_by(404, "<h1>Not Found</h1>")]) as proxy:
            with self.assertRaises(DrayError) as caught:
                client(proxy.url).get_job(UNKNOWN_JOB)
        self.assertNotIsInstance(caught.exception, dray.NotFoundError)
        self.assertEqual(caught.exception.status, 404)

    def test_a_key_used_with_another_body_is_an_idempotency_error(self) -> None:
        client().create_job(new_job(), idempotency_key="order-2001")
        with self.assertRaises(dray.IdempotencyError) as caught:
            client().create_job(new_job(), idempotency_key="order-2001")
        self.assert_facts(caught.exception, 422, "idempotency_key_reuse")

    def test_a_used_up_limit_says_how_long_to_wait(self) -> None:
        limited = client(api_key=setting("DRAY_LIMITED_KEY"), max_retries=0)
        limited.estimate(TRIP)
        with self.assertRaises(dray.RateLimitError) as caught:
            limited.estimate(TRIP)
        self.assert_facts(caught.exception, 429, "rate_limit_exceeded")
        self.assertIsNotNone(caught.exception.retry_after_seconds)
        self.assertIn(caught.exception.retry_after_seconds, range(1, 62))

    def test_a_service_that_cannot_answer_is_a_server_error(self) -> None:
        with self.assertRaises(dray.ServerError) as caught:
            client(setting("DRAY_BLIND_URL"), max_retries=0).estimate(TRIP)
        self.assert_facts(caught.exception, 503, "service_unavailable")
        self.assertGreaterEqual(caught.exception.retry_after_seconds or 0, 1)

    def test_a_body_that_is_too_large_is_refused_before_it_was_read_whole(self) -> None:
        with self.assertRaises(DrayError) as caught:
            client().create_job(new_job(description="x" * 8_000_000))
        self.assert_facts(caught.exception, 413, "payload_too_large")

    def test_a_page_of_a_proxy_is_an_error_with_its_status(self) -> None:
        page = "<html><h1>Bad Gateway</h1></html>"
        with FaultyProxy([replaced_by(502, page), replaced_by(200, page)]) as proxy:
            with self.assertRaises(dray.ServerError) as caught:
                client(proxy.url, max_retries=0).estimate(TRIP)
            with self.assertRaises(DrayError) as unreadable:
                client(proxy.url, max_retries=0).estimate(TRIP)
        self.assertEqual((caught.exception.status, caught.exception.code), (502, None))
        self.assertNotIn("html", str(caught.exception))
        self.assertIn("not a JSON object", str(unreadable.exception))

    def test_a_help_link_is_an_absolute_url_without_the_key(self) -> None:
        body: dict[str, object] = {"error": "validation_error", "message": "No."}
        key = setting("DRAY_TEST_KEY")
        for link, target in (
            ('</docs#errors>; rel="help"', "/docs#errors"),
            ('</v2>; rel="next", <docs>; title="a"; rel=help', "/dray/docs"),
            (f'</docs?{key}>; rel="help"', "/docs?(API key)"),
            ('</docs>; rel="next"', None),
            ("", None),
        ):
            with FaultyProxy([replaced_by(400, body, Link=link)]) as proxy:
                with self.assertRaises(dray.ValidationError) as caught:
                    client(f"{proxy.url}/dray").estimate(TRIP)
            self.assertEqual(caught.exception.help_url, target and proxy.url + target)

    def test_a_refused_connection_has_its_cause(self) -> None:
        with self.assertRaises(dray.APIConnectionError) as caught:
            client("http://127.0.0.1:1", max_retries=0).estimate(TRIP)
        self.assertIsInstance(caught.exception.__cause__, ConnectionRefusedError)
        self.assertIsNone(caught.exception.status)

    def test_an_answer_that_does_not_come_in_time_is_a_timeout(self) -> None:
        ended = threading.Event()

        def hold(call: Call) -> None:
            ended.wait(60)
            call.cut()

        with FaultyProxy([hold]) as proxy:
            with self.assertRaises(dray.APITimeoutError):
                client(proxy.url, timeout=0.2, max_retries=0).estimate(TRIP)
            ended.set()

    def test_errors_survive_a_process_boundary(self) -> None:
        error = dray.ValidationError("Some fields are not valid.")
        error.details = {"size": "is required"}
        error.status, error.request_id = 400, "r-1"
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(copy), copy.details), (str(error), error.details))
        job: Any = {"job_id": UNKNOWN_JOB, "status": "cancelled"}
        ended = pickle.loads(pickle.dumps(dray.JobEndedError(cast(Job, job))))
        self.assertEqual((ended.job, str(ended)), (job, "The job ended: it is cancelled."))


if __name__ == "__main__":
    unittest.main()

from __future__ import annotations

import contextlib
import http.client
import io
import logging
import os
import traceback
import unittest
from unittest import mock

import dray
from dray import Dray, DrayError

from .proxy import FaultyProxy, cut_before, replaced_by
from .support import TRIP, client, new_job, setting

KEY = "dray_live_0123456789abcdefghijklmnopqrstuv"


def whole_text(error: BaseException) -> str:
    """The error as the most talkative logger prints it: with causes and local variables."""
    trace = traceback.TracebackException.from_exception(error, capture_locals=True)
    return "".join(trace.format())


class KeyIsNeverShown(unittest.TestCase):
    def test_not_by_a_printed_client(self) -> None:
        shop = Dray(KEY, "https://dray.example")
        sandbox = (repr(shop.sandbox), str(vars(shop.sandbox)))
        for text in (repr(shop), str(shop), str(vars(shop)), repr(shop._calls), *sandbox):
            self.assertNotIn(KEY, text)

    def test_not_by_an_error_and_its_local_variables(self) -> None:
        pages = [replaced_by(500, ""), replaced_by(401, {"error": "unauthorized", "message": "No."})]
        with FaultyProxy([cut_before, *pages]) as proxy:
            shop = client(proxy.url, api_key=KEY, max_retries=0)
            for _ in range(3):
                with self.assertRaises(DrayError) as caught:
                    shop.create_job(new_job())
                self.assertNotIn(KEY, whole_text(caught.exception))
        nobody = client("http://127.0.0.1:1", api_key=KEY, max_retries=0)
        with self.assertRaises(dray.APIConnectionError) as refused:
            nobody.estimate(TRIP)
        self.assertNotIn(KEY, whole_text(refused.exception))

    def test_not_by_an_answer_that_repeats_the_request(self) -> None:
        body: dict[str, object] = {
            "error": "validation_error",
            "message": f"You sent {KEY}",
            "details": {"X-API-Key": KEY},
        }
        with FaultyProxy([replaced_by(400, body)]) as proxy:
            with self.assertRaises(dray.ValidationError) as caught:
                client(proxy.url, api_key=KEY).estimate(TRIP)
        self.assertNotIn(KEY, f"{caught.exception} {caught.exception.details}")

    def test_not_by_a_log_or_the_debug_output_of_the_library(self) -> None:
        printed = io.StringIO()
        with FaultyProxy([replaced_by(500, "")]) as proxy:
            with (
                self.assertLogs("dray", logging.DEBUG) as logged,
                mock.patch.object(http.client.HTTPConnection, "debuglevel", 1),
                contextlib.redirect_stdout(printed),
            ):
                client(proxy.url).create_job(new_job())
        text = "\n".join(logged.output)
        self.assertIn("POST /v1/jobs: 201, request ", text)
        self.assertIn("retry in", text)
        for output in (text, printed.getvalue()):
            self.assertNotIn(setting("DRAY_TEST_KEY"), output)
            self.assertNotIn("+34612345678", output)

    def test_a_key_that_was_not_copied_whole_is_refused_without_showing_it(self) -> None:
        for wrong in (f"{KEY}\n", f"{KEY} x", "", "clave-ñ"):
            with self.assertRaises(ValueError) as caught:
                Dray(wrong, "https://dray.example")
            self.assertNotIn(KEY, str(caught.exception))


class KeyGoesToOneHost(unittest.TestCase):
    def test_a_redirect_is_not_followed(self) -> None:
        for status in (301, 302, 303, 307, 308):
            with FaultyProxy([]) as other:
                with FaultyProxy([replaced_by(status, "", Location=f"{other.url}/v1/jobs")]) as proxy:
                    with self.assertRaises(DrayError) as caught:
                        client(proxy.url).create_job(new_job())
                self.assertEqual((other.seen, len(proxy.seen)), ([], 1))
            self.assertEqual(caught.exception.status, status)
            self.assertIn(other.url.removeprefix("http://"), str(caught.exception))

    def test_http_is_refused_except_to_this_machine(self) -> None:
        for url in ("http://dray.example", "http://192.168.0.9:8080", "http://127.0.0.1.dray.example"):
            with self.assertRaisesRegex(ValueError, "https"):
                Dray(KEY, url)
            Dray(KEY, url, allow_http=True)
        for url in ("http://127.0.0.1:8080", "http://[::1]:8080", "http://localhost", "https://dray.example"):
            Dray(KEY, url)

    def test_an_address_that_is_none_is_refused(self) -> None:
        for url in (
            "",
            "dray.example",
            "ftp://dray.example",
            "https://",
            "https://user:secret@dray.example",
            "https://dray.example/?a=1",
            "https://dray.example/#a",
            "https://dray.example:port",
            "https://dray.example/a b",
        ):
            with self.assertRaises(ValueError, msg=url):
                Dray(KEY, url)

    def test_a_proxy_of_the_environment_sees_the_host_and_not_the_key(self) -> None:
        with FaultyProxy([replaced_by(403, "")]) as proxy:
            address = proxy.url.replace("http://", "http://name:word@")
            with mock.patch.dict(os.environ, {"https_proxy": address, "no_proxy": "other.example"}):
                with self.assertRaises(dray.APIConnectionError):
                    Dray(KEY, "https://dray.example", max_retries=0).estimate(TRIP)
        self.assertEqual([(seen.method, seen.path) for seen in proxy.seen], [("CONNECT", "dray.example:443")])
        self.assertNotIn(KEY, str(proxy.seen))
        self.assertEqual(proxy.seen[0].headers["proxy-authorization"], "Basic bmFtZTp3b3Jk")

    def test_values_that_would_change_the_request_are_refused(self) -> None:
        shop = Dray(KEY, "http://127.0.0.1:1")
        for job_id in ("", ".", ".."):
            with self.assertRaises(ValueError):
                shop.get_job(job_id)
        for key in ("", "a b", "a\nb", "ñ", "x" * 256):
            with self.assertRaises(ValueError):
                shop.create_job(new_job(), idempotency_key=key)
        with self.assertRaises(ValueError):
            Dray(KEY, "https://dray.example", language="en\r\nX-Other: 1")
        with self.assertRaises(ValueError):
            Dray(KEY, "https://dray.example", timeout=0)


if __name__ == "__main__":
    unittest.main()

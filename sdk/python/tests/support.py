"""What the tests share. `test/sdk/python.test.ts` starts a Dray and sets the environment."""

from __future__ import annotations

import os
import unittest
import urllib.request
import uuid
from typing import Any

from dray import Dray, EstimateInput

TRIP: EstimateInput = {
    "size": "M",
    "pickup": {"address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": False},
    "dropoff": {"address": "Calle de Alfonso I 5, 50003 Zaragoza"},
}
UNKNOWN_JOB = "01890000-0000-7000-8000-000000000000"
NOWHERE = {"address": "Xyzzyqwv 12, Plugghtown Qqqq"}


def setting(name: str) -> str:
    """A variable of the environment. Without it the test is skipped."""
    value = os.environ.get(name)
    if not value:
        raise unittest.SkipTest(f"{name} is not set: run this through the test runner of the repository")
    return value


def client(base_url: str | None = None, **options: Any) -> Dray:
    """A client with a test key, of the running Dray or of an address in front of it."""
    key = options.pop("api_key", None) or setting("DRAY_TEST_KEY")
    return Dray(key, base_url or setting("DRAY_URL"), **options)


def new_job(**members: Any) -> Any:
    """A job with a reference that is not taken."""
    return {
        **TRIP,
        "external_reference": f"order-{uuid.uuid4()}",
        "title": "Three-seat sofa",
        "customer_phone": "+34612345678",
        **members,
    }


def control(path: str) -> None:
    """Asks the test that started Dray to do something, and waits until it is done."""
    with urllib.request.urlopen(setting("DRAY_CONTROL_URL") + path, timeout=90) as response:
        response.read()

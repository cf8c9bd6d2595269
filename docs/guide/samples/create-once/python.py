import json
import random
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def create_once(job):
    """Can be called again with the same job, also after a restart: one job for each reference.

    It tries five times, in 15 seconds or more: use a background task. If it fails, call it again later.
    """
    pause = 1
    while True:
        is_last = pause > 8
        wait = pause
        try:
            status, headers, body = send(job)
        except (OSError, HTTPException):  # no connection, or no response in time
            if is_last:
                raise
        else:
            # A refused duplicate also has a Location: that of the job that an earlier call created.
            location = headers["Location"]
            if status in (201, 400) and location:
                return location.rsplit("/", 1)[1]
            # 409: an earlier request is still running.
            is_temporary = status >= 500 or status in (408, 409, 429)
            if is_last or not is_temporary:
                raise RuntimeError(f"{status} {body}")
            retry_after = headers.get("Retry-After", "")
            if retry_after.isdigit():
                wait = max(pause, int(retry_after))
        # The random part keeps clients that failed together from coming back together.
        time.sleep(wait + random.random())
        pause *= 2


def send(job):
    request = Request(
        "{base_url}/v1/jobs",
        method="POST",
        headers={
            "X-API-Key": "YOUR_TEST_KEY",
            "Content-Type": "application/json",
            "Idempotency-Key": job["external_reference"],
        },
        data=json.dumps(job).encode(),
    )
    try:
        response = urlopen(request, timeout=30)
    except HTTPError as error:
        response = error
    with response:
        return response.status, response.headers, response.read().decode()


job_id = create_once({
    "external_reference": "order-1001",
    "title": "Three-seat sofa",
    "size": "M",
    "pickup": {"address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": False},
    "dropoff": {"address": "Calle de Alfonso I 5, 50003 Zaragoza"},
    "customer_phone": "+447700900000",
})
print(job_id)

import json
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def send(request):
    """Sends again what may succeed later. With an Idempotency-Key, a create makes one job."""
    pause = 1
    while True:
        seconds = pause
        try:
            with urlopen(request, timeout=30) as response:
                return response.status, response.read().decode()
        except HTTPError as error:
            is_temporary = error.code >= 500 or error.code in (408, 409, 429)
            if not is_temporary or pause > 60:
                return error.code, error.read().decode()
            retry_after = error.headers.get("Retry-After", "")
            if retry_after.isdigit():
                seconds = max(pause, int(retry_after))
        except (OSError, HTTPException):  # no connection, or no response in time
            if pause > 60:
                raise
        time.sleep(seconds)
        pause *= 2


job = {
    "external_reference": "order-1001",
    "title": "Three-seat sofa",
    "size": "M",
    "pickup": {"address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": False},
    "dropoff": {"address": "Calle de Alfonso I 5, 50003 Zaragoza"},
    "customer_phone": "+34612345678",
}
status, body = send(Request(
    "{base_url}/v1/jobs",
    method="POST",
    headers={
        "X-API-Key": "YOUR_TEST_KEY",
        "Content-Type": "application/json",
        "Idempotency-Key": "order-1001",
    },
    data=json.dumps(job).encode(),
))
print(status, body)

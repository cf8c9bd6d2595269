import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def create_once(job):
    """Can be called again after any failure, also after a restart: one job for each reference."""
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
        # A refused duplicate also has a Location: that of the job that an earlier call created.
        location = response.headers["Location"]
        if response.status in (201, 400) and location:
            return location.rsplit("/", 1)[1]
        raise RuntimeError(f"{response.status} {response.read().decode()}")


job_id = create_once({
    "external_reference": "order-1001",
    "title": "Three-seat sofa",
    "size": "M",
    "pickup": {"address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": False},
    "dropoff": {"address": "Calle de Alfonso I 5, 50003 Zaragoza"},
    "customer_phone": "+34612345678",
})
print(job_id)

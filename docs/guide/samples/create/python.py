import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

job = {
    "external_reference": "order-1001",
    "title": "Three-seat sofa",
    "size": "M",
    "pickup": {"address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": False},
    "dropoff": {"address": "Calle de Alfonso I 5, 50003 Zaragoza"},
    "customer_phone": "+447700900000",
}
request = Request(
    "{base_url}/v1/jobs",
    method="POST",
    headers={
        "X-API-Key": "YOUR_TEST_KEY",
        "Content-Type": "application/json",
        "Idempotency-Key": "order-1001",
    },
    data=json.dumps(job).encode(),
)
try:
    with urlopen(request, timeout=30) as response:
        created = json.load(response)
except HTTPError as error:
    sys.exit(f"{error.code} {error.read().decode()}")

print(response.status, created["job_id"])
print(response.headers["Link"])

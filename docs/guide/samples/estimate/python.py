import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

trip = {
    "size": "M",
    "pickup": {"address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": False},
    "dropoff": {"address": "Calle de Alfonso I 5, 50003 Zaragoza"},
}
request = Request(
    "{base_url}/v1/pricing/estimate",
    method="POST",
    headers={"X-API-Key": "YOUR_TEST_KEY", "Content-Type": "application/json"},
    data=json.dumps(trip).encode(),
)
try:
    with urlopen(request, timeout=30) as response:
        price = json.load(response)
except HTTPError as error:
    sys.exit(f"{error.code} {error.read().decode()}")

print(response.status, price["total_customer_pays_eur"], "EUR")
print(price["disclaimer"])

import sys

from dray import Dray, DrayError, GeocodingError, ValidationError

dray = Dray("YOUR_TEST_KEY", "{base_url}")

try:
    created = dray.create_job(
        {
            "external_reference": "order-1001",
            "title": "Three-seat sofa",
            "size": "M",
            "pickup": {"address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": False},
            "dropoff": {"address": "Calle de Alfonso I 5, 50003 Zaragoza"},
            "customer_phone": "+447700900000",
        },
        idempotency_key="order-1001",
    )
except (ValidationError, GeocodingError) as error:
    sys.exit(f"{error.status} {error.code}: {error.message} {error.details}")
except DrayError as error:
    sys.exit(f"{error.status} {error.code}: {error.message}")

print(created["job_id"])
print(created["web_url"])

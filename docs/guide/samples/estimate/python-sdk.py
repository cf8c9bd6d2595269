import sys

from dray import Dray, DrayError, GeocodingError, ValidationError

dray = Dray("YOUR_TEST_KEY", "{base_url}")

try:
    price = dray.estimate({
        "size": "M",
        "pickup": {"address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": False},
        "dropoff": {"address": "Calle de Alfonso I 5, 50003 Zaragoza"},
    })
except (ValidationError, GeocodingError) as error:
    sys.exit(f"{error.status} {error.code}: {error.message} {error.details}")
except DrayError as error:
    sys.exit(f"{error.status} {error.code}: {error.message}")

print(price["total_customer_pays_eur"], "EUR")
print(price["disclaimer"])

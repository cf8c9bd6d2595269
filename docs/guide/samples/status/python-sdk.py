import sys

from dray import Dray, DrayError

dray = Dray("YOUR_TEST_KEY", "{base_url}")

try:
    job = dray.get_job("JOB_ID")
except DrayError as error:
    sys.exit(f"{error.status} {error.code}: {error.message}")

print(job["status"])

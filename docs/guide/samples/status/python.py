import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request("{base_url}/v1/jobs/JOB_ID", headers={"X-API-Key": "YOUR_TEST_KEY"})
try:
    with urlopen(request, timeout=30) as response:
        job = json.load(response)
except HTTPError as error:
    sys.exit(f"{error.code} {error.read().decode()}")

print(response.status, job["status"])

import json
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PAUSE = 300  # seconds

request = Request("{base_url}/v1/jobs/JOB_ID", headers={"X-API-Key": "YOUR_TEST_KEY"})
while True:
    try:
        with urlopen(request, timeout=30) as response:
            job = json.load(response)
            request.add_header("If-None-Match", response.headers["ETag"])
        print(job["status"], flush=True)
        if job["status"] in ("completed", "cancelled"):
            break
    except HTTPError as error:
        if error.code == 404:
            print("The job was deleted, or its draft expired.")
            break
        if error.code in (401, 403):
            sys.exit(f"{error.code} {error.read().decode()}")
        # 304: nothing changed. After any other failure, the next poll may succeed.
    except (OSError, HTTPException):
        pass  # no connection, or no response in time
    time.sleep(PAUSE)

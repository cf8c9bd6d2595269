from dray import Dray, NotFoundError, WaitTimeoutError

PAUSE = 300  # seconds
DAY = 24 * 60 * 60

dray = Dray("YOUR_TEST_KEY", "{base_url}")

try:
    # Sends the ETag, and goes on after failures that pass.
    job = dray.wait_for("JOB_ID", ["completed", "cancelled"], timeout=2 * DAY, interval=PAUSE)
    print(job["status"])
except NotFoundError:
    print("The job was deleted, or its draft expired.")
except WaitTimeoutError:
    print("The job has not ended yet: ask again later.")

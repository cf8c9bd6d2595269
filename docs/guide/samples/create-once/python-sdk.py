from dray import Dray, DuplicateReferenceError, JobInput

dray = Dray("YOUR_TEST_KEY", "{base_url}")


def create_once(job: JobInput) -> str:
    """Can be called again with the same job, also after a restart: one job for each reference."""
    try:
        return dray.create_job(job, idempotency_key=job["external_reference"])["job_id"]
    except DuplicateReferenceError as duplicate:
        if duplicate.job_id is None:
            raise
        return duplicate.job_id  # created by an earlier call


job_id = create_once({
    "external_reference": "order-1001",
    "title": "Three-seat sofa",
    "size": "M",
    "pickup": {"address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": False},
    "dropoff": {"address": "Calle de Alfonso I 5, 50003 Zaragoza"},
    "customer_phone": "+447700900000",
})
print(job_id)

curl -sS --fail-with-body -w '\n%{http_code}\n' {base_url}/v1/jobs/JOB_ID \
  -H 'X-API-Key: YOUR_TEST_KEY'

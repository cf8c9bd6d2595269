pause=300 # seconds

# etag.txt holds the ETag of the last response. While nothing changes, the status is 304 and there is no body.
rm -f etag.txt # of an earlier run
while true; do
  status=$(curl -sS -w '%{http_code}' -o job.json --etag-save etag.txt --etag-compare etag.txt \
    {base_url}/v1/jobs/JOB_ID -H 'X-API-Key: YOUR_TEST_KEY')
  case $status in
    200)
      cat job.json && echo
      grep -Eq '"status": *"(completed|cancelled)"' job.json && break
      ;;
    404) echo 'The job was deleted, or its draft expired.' && break ;;
    401 | 403) cat job.json >&2 && exit 1 ;;
    # After any other failure, the next poll may succeed.
  esac
  sleep $pause
done

const response = await fetch('{base_url}/v1/jobs/JOB_ID', {
  headers: { 'X-API-Key': 'YOUR_TEST_KEY' },
  signal: AbortSignal.timeout(30_000),
})
if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)

const job = (await response.json()) as { status: string }
console.log(response.status, job.status)

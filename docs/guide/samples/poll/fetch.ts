import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 300_000

async function poll(etag: string): Promise<{ code: number; etag: string; body: string }> {
  const response = await fetch('{base_url}/v1/jobs/JOB_ID', {
    headers: { 'X-API-Key': 'YOUR_TEST_KEY', ...(etag && { 'If-None-Match': etag }) },
    signal: AbortSignal.timeout(30_000),
  })
  const { status: code, headers } = response
  return { code, etag: headers.get('etag') ?? '', body: await response.text() }
}

for (let etag = ''; ; await sleep(pauseMs)) {
  const answer = await poll(etag).catch(() => null) // no connection, or no response in time
  if (answer?.code === 404) {
    console.log('The job was deleted, or its draft expired.')
    break
  }
  if (answer?.code === 401 || answer?.code === 403) throw new Error(`${answer.code} ${answer.body}`)
  // 304: nothing changed. After any other failure, the next poll may succeed.
  if (answer?.code !== 200) continue
  const { status } = JSON.parse(answer.body) as { status: string }
  console.log(status)
  if (status === 'completed' || status === 'cancelled') break
  etag = answer.etag
}

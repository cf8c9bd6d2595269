import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Can be called again with the same job, also after a restart: there is one job for each order.
 * It tries five times, in 15 seconds or more: use a background task. If it fails, call it again later.
 */
async function createOnce(order: string, job: object): Promise<string> {
  for (let pause = 1; ; pause *= 2) {
    const isLast = pause > 8
    let seconds = pause
    const response = await send(order, job).catch((error: unknown) => {
      // No connection, or no response in time.
      if (isLast) throw error
      return null
    })
    if (response) {
      const { status, headers, body } = response
      // A refused duplicate also has a Location: that of the job that an earlier call created.
      const location = headers.get('location')
      if ((status === 201 || status === 400) && location) return location.slice(location.lastIndexOf('/') + 1)
      // 409: an earlier request is still running.
      const isTemporary = status >= 500 || [408, 409, 429].includes(status)
      if (isLast || !isTemporary) throw new Error(`${status} ${body}`)
      seconds = Math.max(pause, Number(headers.get('retry-after')) || 0)
    }
    // The random part keeps clients that failed together from coming back together.
    await sleep((seconds + Math.random()) * 1_000)
  }
}

async function send(order: string, job: object) {
  const response = await fetch('{base_url}/v1/jobs', {
    method: 'POST',
    headers: {
      'X-API-Key': 'YOUR_TEST_KEY',
      'Content-Type': 'application/json',
      'Idempotency-Key': order,
    },
    body: JSON.stringify({ ...job, external_reference: order }),
    signal: AbortSignal.timeout(30_000),
  })
  const { status, headers } = response
  return { status, headers, body: await response.text() }
}

const jobId = await createOnce('order-1001', {
  title: 'Three-seat sofa',
  size: 'M',
  pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  customer_phone: '+447700900000',
})
console.log(jobId)

import { setTimeout as sleep } from 'node:timers/promises'

/** Sends again what may succeed later. With an Idempotency-Key, a create makes one job. */
async function send(url: string, options: RequestInit): Promise<{ status: number; body: string }> {
  for (let pause = 1; ; pause *= 2) {
    let seconds = pause
    try {
      const response = await fetch(url, { ...options, signal: AbortSignal.timeout(30_000) })
      const { status, headers } = response
      const body = await response.text()
      const isTemporary = status >= 500 || [408, 409, 429].includes(status)
      if (!isTemporary || pause > 60) return { status, body }
      seconds = Math.max(pause, Number(headers.get('retry-after')) || 0)
    } catch (error) {
      // No connection, or no response in time.
      if (pause > 60) throw error
    }
    await sleep(seconds * 1_000)
  }
}

const { status, body } = await send('{base_url}/v1/jobs', {
  method: 'POST',
  headers: {
    'X-API-Key': 'YOUR_TEST_KEY',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'order-1001',
  },
  body: JSON.stringify({
    external_reference: 'order-1001',
    title: 'Three-seat sofa',
    size: 'M',
    pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false },
    dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
    customer_phone: '+34612345678',
  }),
})
console.log(status, body)

const response = await fetch('{base_url}/v1/jobs', {
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
    customer_phone: '+447700900000',
  }),
  signal: AbortSignal.timeout(30_000),
})
if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)

const created = (await response.json()) as { job_id: string }
console.log(response.status, created.job_id)
console.log(response.headers.get('Link'))

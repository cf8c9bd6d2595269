/** Can be called again after any failure, also after a restart: there is one job for each order. */
async function createOnce(order: string, job: object): Promise<string> {
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
  // A refused duplicate also has a Location: that of the job that an earlier call created.
  const location = response.headers.get('location')
  if ((response.status === 201 || response.status === 400) && location)
    return location.slice(location.lastIndexOf('/') + 1)
  throw new Error(`${response.status} ${await response.text()}`)
}

const jobId = await createOnce('order-1001', {
  title: 'Three-seat sofa',
  size: 'M',
  pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  customer_phone: '+34612345678',
})
console.log(jobId)

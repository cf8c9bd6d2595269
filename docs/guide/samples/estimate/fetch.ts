const response = await fetch('{base_url}/v1/pricing/estimate', {
  method: 'POST',
  headers: { 'X-API-Key': 'YOUR_TEST_KEY', 'Content-Type': 'application/json' },
  body: JSON.stringify({
    size: 'M',
    pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false },
    dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  }),
  signal: AbortSignal.timeout(30_000),
})
if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)

const price = (await response.json()) as { total_customer_pays_eur: number; disclaimer: string }
console.log(response.status, price.total_customer_pays_eur, 'EUR')
console.log(price.disclaimer)

import type { TestDray } from './dray.ts'

/** Status of an estimate that is asked for with a key. */
export async function estimateStatus(app: Pick<TestDray, 'fetch'>, apiKey: string): Promise<number> {
  const { status } = await app.fetch('/v1/pricing/estimate', {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: {
      size: 'S',
      pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
      dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
    },
  })
  return status
}

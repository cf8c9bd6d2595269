import assert from 'node:assert/strict'
import { client } from './generated/hey-api/client.gen.js'
import { createJob, estimatePrice, readJob } from './generated/hey-api/sdk.gen.js'
import type { EstimateInput, Job, JobInput } from './generated/hey-api/types.gen.js'

/** The stories of a partner, with the client of hey-api. Run by `npm run check:reference`. */
const keyOf = (name: string) => () => process.env[name] ?? ''
client.setConfig({ baseUrl: process.env['DRAY_URL'] ?? '', auth: keyOf('DRAY_KEY') })

const trip = {
  size: 'M',
  pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
} satisfies EstimateInput
const sofa = {
  ...trip,
  title: 'Three-seat sofa',
  customer_phone: '+34612345678',
  external_reference: 'hey-api',
} satisfies JobInput

const cents = (euros: number): number => Math.round(euros * 100)

const estimate = await estimatePrice({ body: trip })
assert.equal(estimate.response?.status, 200)
assert.ok(estimate.data)
const { base_price_eur, platform_fee_eur, total_customer_pays_eur } = estimate.data
assert.equal(cents(total_customer_pays_eur), cents(base_price_eur) + cents(platform_fee_eur))

const created = await createJob({ body: sofa, headers: { 'Idempotency-Key': 'hey-api' } })
assert.equal(created.response?.status, 201)
assert.ok(created.data)
assert.equal(created.data.pricing.total_customer_pays_eur, total_customer_pays_eur)

const read = await readJob({ path: { job_id: created.data.job_id } })
assert.equal(read.response?.status, 200)
const status: Job['status'] | undefined = read.data?.status
assert.equal(status, 'draft')

const taken = await createJob({ body: sofa })
assert.equal(taken.response?.status, 400)
assert.ok(taken.error && 'detail' in taken.error && !('error' in taken.error))
assert.match(taken.error.detail, /external_reference/)
assert.equal(taken.response?.headers.get('location'), `/v1/jobs/${created.data.job_id}`)

const invalid = await estimatePrice({ body: { ...trip, size: 'XXL' as string as 'XL' } })
assert.equal(invalid.response?.status, 400)
assert.ok(invalid.error && 'details' in invalid.error)
assert.ok(invalid.error.details?.['size'])

const unknown = await readJob({ path: { job_id: '01890000-0000-7000-8000-000000000000' } })
assert.equal(unknown.response?.status, 404)
assert.equal(unknown.error?.error, 'not_found')

const wrongKey = await estimatePrice({ body: trip, auth: () => 'wrong' })
assert.equal(wrongKey.response?.status, 401)
assert.equal(wrongKey.error?.error, 'unauthorized')

await estimatePrice({ body: trip, auth: keyOf('DRAY_LIMITED_KEY') })
const tooMany = await estimatePrice({ body: trip, auth: keyOf('DRAY_LIMITED_KEY') })
assert.equal(tooMany.response?.status, 429)
assert.ok(tooMany.error && 'retry_after_seconds' in tooMany.error)
assert.equal(String(tooMany.error.retry_after_seconds), tooMany.response?.headers.get('retry-after'))

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sofa, startDray } from '../support/dray.ts'
import { countRows } from '../support/leftovers.ts'
import { pricingShape } from '../support/pricing-shape.ts'
import { assertShape, exactly } from '../support/shape.ts'
import { trip, unknownAddress } from '../support/trips.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()

test('4.1 the estimate answers 200 with exactly the pricing object of 2.4', async () => {
  const { status, body } = await partner.estimate({})
  assert.equal(status, 200)
  assertShape(body, {
    ...pricingShape,
    helper_receives_eur: 'number',
    estimated_duration_minutes: 'integer',
    disclaimer: 'string',
  })
})

test('4.1 the estimate leaves nothing behind: no job, no SMS', async () => {
  const before = await countRows(app)
  await partner.estimate({})
  assert.deepEqual(await countRows(app), before)
})

test('4.1 422 geocoding_failed names the address that could not be geocoded', async () => {
  const { status, body } = await partner.call('/v1/pricing/estimate', {
    body: { ...trip, pickup: unknownAddress },
  })
  assert.equal(status, 422)
  const shape = { error: exactly('geocoding_failed'), message: 'string' } as const
  assertShape(body, { ...shape, details: { 'pickup.address': 'string' } })
})

test('4.1 422 names both addresses when neither could be geocoded', async () => {
  const body = { ...trip, pickup: unknownAddress, dropoff: unknownAddress }
  const answer = await partner.call('/v1/pricing/estimate', { body })
  assert.equal(answer.status, 422)
  assert.deepEqual(Object.keys(answer.body['details'] as object), ['pickup.address', 'dropoff.address'])
})

test('4.1 no road between the ends is 400 on dropoff.address', async () => {
  for (const address of [
    'Calle Real 1, 51001 Ceuta',
    'Avenida 1, 52001 Melilla',
    'Plaça 1, 07001 Palma de Mallorca',
  ]) {
    const { status, body } = await partner.call('/v1/pricing/estimate', {
      body: { ...trip, dropoff: { address } },
    })
    assert.equal(status, 400, address)
    assertShape(body, {
      error: exactly('validation_error'),
      message: 'string',
      details: { 'dropoff.address': 'string' },
    })
  }
})

test('4.1 farther than MAX_DISTANCE_KM is 400 on dropoff.address, on create too', async () => {
  await using near = await startDray({ MAX_DISTANCE_KM: '100' }, { beside: app })
  const other = await near.partner()
  for (const { status, body } of [
    await other.call('/v1/pricing/estimate', { body: trip }),
    await other.call('/v1/jobs', { body: sofa }),
  ]) {
    assert.equal(status, 400)
    assertShape(body, {
      error: exactly('validation_error'),
      message: 'string',
      details: { 'dropoff.address': /100/ },
    })
  }
})

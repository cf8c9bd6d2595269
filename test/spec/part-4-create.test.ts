import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sofa, startDray } from '../support/dray.ts'
import { countRows } from '../support/leftovers.ts'
import { closedPort } from '../support/local-server.ts'
import { pricingShape } from '../support/pricing-shape.ts'
import { assertShape, exactly } from '../support/shape.ts'
import { unknownAddress } from '../support/trips.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()

test('4.2 create answers 201 with exactly the documented body', async () => {
  const { status, body } = await partner.create({ external_reference: 'shape-1' })
  assert.equal(status, 201)
  assertShape(body, {
    job_id: 'uuid',
    status: exactly('draft'),
    external_reference: exactly('shape-1'),
    created_at: 'instant',
    deep_link_url: /^dray:\/\/draft\/\w+\?phone=%2B34612345678$/,
    sms_sent: exactly(true),
    pricing: { ...pricingShape, helper_payout_eur: 'number' },
    photos: exactly([]),
    next_steps: {
      action: exactly('customer_must_complete_in_app'),
      message: 'string',
      expires_at: 'instant',
    },
  })
})

test('4.2 without an external_reference the answer says null', async () => {
  for (const external_reference of [undefined, null]) {
    const { body } = await partner.create({ ...(external_reference === null && { external_reference }) })
    assert.equal(body.external_reference, null)
    assert.equal((await partner.read(body.job_id)).body.external_reference, null)
  }
})

test('4.2 Location says where the job is read', async () => {
  const { headers, body } = await partner.create()
  assert.equal(headers.get('location'), `/v1/jobs/${body.job_id}`)
  assert.equal((await partner.call(headers.get('location') ?? '')).status, 200)
})

test('4.2 Link has the web link of the SMS, in a replay and with a test key too; an error keeps its own', async () => {
  for (const mode of ['live', 'test'] as const) {
    const user = await app.partner({ mode })
    const customer_phone = mode === 'test' ? '+447700900000' : '+34612345678'
    const create = () => user.create({ customer_phone }, { 'idempotency-key': mode })
    const { status, headers, body } = await create()
    assert.equal(status, 201)
    const link = /^<(http\S+\/draft\/\w+\?phone=%2B\d+)>; rel="alternate"$/.exec(
      headers.get('link') ?? '',
    )?.[1]
    const { rows } = await app.db.pool.query('select body from sms where job_id = $1', [body.job_id])
    assert.ok(link && rows[0].body.includes(link), headers.get('link') ?? 'no Link')
    assert.equal((await create()).headers.get('link'), headers.get('link'))
    assert.match((await user.create({ title: '' })).headers.get('link') ?? '', /^<[^>]+>; rel="help"$/)
  }
})

test('4.2 creates a draft job and sends the SMS; it does not publish the job to carriers', async () => {
  const before = await countRows(app)
  const { body } = await partner.create()
  const { jobs, texts, events } = await countRows(app)
  assert.deepEqual(
    { jobs, texts, events },
    { jobs: before.jobs + 1, texts: before.texts + 1, events: before.events },
  )
  assert.equal((await partner.read(body.job_id)).body.status, 'draft')
})

test('4.2 a duplicate external_reference is refused before anything is looked up or sent', async () => {
  const { body } = await partner.create({ external_reference: 'taken' })
  const before = await countRows(app)
  // The address cannot be geocoded, so a lookup would have caused a 422.
  const again = await partner.create({ external_reference: 'taken', pickup: unknownAddress })
  assert.equal(again.status, 400)
  assert.equal(again.headers.get('location'), `/v1/jobs/${body.job_id}`)
  assert.deepEqual(await countRows(app), before)
})

test('4.2 references are unique per key, by NFC form and case; null never collides', async () => {
  const other = await app.partner()
  assert.equal((await partner.create({ external_reference: 'caf\u00e9' })).status, 201)
  assert.equal((await other.create({ external_reference: 'caf\u00e9' })).status, 201, 'another key')
  assert.equal((await partner.create({ external_reference: 'CAF\u00c9' })).status, 201, 'another case')
  assert.equal((await partner.create({ external_reference: 'cafe\u0301' })).status, 400, 'the same in NFD')
  assert.equal((await partner.create({ external_reference: ' caf\u00e9' })).status, 201, 'compared as it is')
  for (const _ of [1, 2]) assert.equal((await partner.create({ external_reference: null })).status, 201)
})

test('4.2 an address that cannot be geocoded is 422 and leaves nothing; the reference stays free', async () => {
  const before = await countRows(app)
  const refused = await partner.call('/v1/jobs', {
    body: { ...sofa, external_reference: 'free-1', dropoff: unknownAddress },
  })
  assert.equal(refused.status, 422)
  assertShape(refused.body, {
    error: exactly('geocoding_failed'),
    message: 'string',
    details: { 'dropoff.address': 'string' },
  })
  assert.deepEqual(await countRows(app), before)
  assert.equal((await partner.create({ external_reference: 'free-1' })).status, 201)
})

test('4.2 an SMS provider that is down makes sms_sent false; the draft stays', async () => {
  const env = {
    SMS_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: 'AC0',
    TWILIO_AUTH_TOKEN: 'x',
    TWILIO_FROM: 'Dray',
  }
  await using silent = await startDray(
    { ...env, TWILIO_URL: `http://127.0.0.1:${await closedPort()}` },
    { beside: app },
  )
  const other = await silent.partner()
  const { status, body } = await other.create()
  assert.equal(status, 201)
  assert.equal(body.sms_sent, false)
  assert.equal((await other.read(body.job_id)).status, 200)
})

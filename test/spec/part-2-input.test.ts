import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { type Answer, sofa, startDray } from '../support/dray.ts'
import { assertRefused, inputsOf, type Members, notStrings, type Refused } from '../support/refused-input.ts'
import { trip } from '../support/trips.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()

const { create, estimate, send } = inputsOf(partner)

const notSizes = ['s', 'm', 'XXL', ' S', 'S ', '', 'SM', null, 1, true, ['S'], {}, 'Ｓ']

test('2.2, 2.3 size is one of S, M, L, XL', async () => {
  for (const size of ['S', 'M', 'L', 'XL']) {
    assert.equal((await create({ size })).status, 201)
    assert.equal((await estimate({ size })).status, 200)
  }
})

test('2.2, 2.3 any other size is refused on `size`', async () => {
  for (const size of notSizes) {
    assertRefused(await create({ size }), ['size'], size)
    assertRefused(await estimate({ size }), ['size'], size)
  }
})

test('2.2, 2.3 pickup and dropoff are objects', async () => {
  for (const value of [null, 'Madrid', 1, true, [], [{ address: 'Madrid' }]]) {
    for (const send of [create, estimate]) {
      assertRefused(await send({ pickup: value }), ['pickup'], value)
      assertRefused(await send({ dropoff: value }), ['dropoff'], value)
    }
  }
})

test('2.2, 2.3 pickup.address and dropoff.address are required', async () => {
  for (const send of [create, estimate])
    assertRefused(
      await send({ pickup: {}, dropoff: { floor: 1 } }),
      ['pickup.address', 'dropoff.address'],
      {},
    )
})

const ends = ['pickup', 'dropoff'] as const
const withEnd = (end: 'pickup' | 'dropoff', more: Members) => ({ [end]: { ...sofa[end], ...more } })

test('2.3 floor is a number from -5 to 200; fractions and both ends count', async () => {
  for (const end of ends) {
    for (const floor of [-5, -0, 0, 1.5, 200])
      assert.equal((await estimate(withEnd(end, { floor }))).status, 200, `${end} ${floor}`)
  }
})

test('2.3 floor beyond the limits or of another type is refused, on create too', async () => {
  for (const end of ends) {
    for (const floor of [-6, -5.01, 201, 200.01, 1e308, '3', '', true, [], {}]) {
      for (const send of [create, estimate])
        assertRefused(await send(withEnd(end, { floor })), [`${end}.floor`], floor)
    }
  }
})

test('3 Limits: null for an optional member is absent; for a required one it is refused', async () => {
  const nothing = { floor: null, has_elevator: null }
  const { body: expected } = await partner.estimate({})
  for (const end of ends) assert.deepEqual((await estimate(withEnd(end, nothing))).body, expected)
  const optional = { external_reference: null, description: null, photos: null }
  const ended = { ...withEnd('pickup', nothing), ...withEnd('dropoff', nothing) }
  assert.equal((await create({ ...optional, ...ended })).status, 201)
  const required = { title: null, size: null, customer_phone: null, pickup: null, dropoff: { address: null } }
  const fields = ['title', 'size', 'customer_phone', 'pickup', 'dropoff.address']
  assertRefused(await create(required), fields, required)
})

test('2.3 floor that overflows a double is refused', async () => {
  const raw = JSON.stringify({ ...trip, ...withEnd('pickup', { floor: 7 }) }).replace(
    '"floor":7',
    '"floor":1e400',
  )
  assertRefused(await partner.call('/v1/pricing/estimate', { raw }), ['pickup.floor'], '1e400')
})

test('2.3 has_elevator is a boolean and nothing else', async () => {
  for (const end of ends) {
    for (const has_elevator of [true, false])
      assert.equal((await estimate(withEnd(end, { has_elevator }))).status, 200)
    for (const has_elevator of ['true', 'false', 0, 1, [], {}]) {
      for (const send of [create, estimate])
        assertRefused(await send(withEnd(end, { has_elevator })), [`${end}.has_elevator`], has_elevator)
    }
  }
})

test('2.2 customer_phone is E.164 with country code', async () => {
  for (const customer_phone of [
    '+34612345678',
    '+34912345678',
    '+447700900123',
    '+14155552671',
    '+4915123456789',
  ])
    assert.equal((await create({ customer_phone })).status, 201, customer_phone)
})

test('2.2 customer_phone in any other form is refused', async () => {
  const forms = [
    '',
    '612345678',
    '0034612345678',
    '34612345678',
    '+34 612 345 678',
    '+34-612-345-678',
    '+0034612345678',
    'tel:+34612345678',
    '+34612345678 ',
    ' +34612345678',
    '+34612345678\n',
    '+3461234567８',
    '＋34612345678',
    '+3461234',
    '+346123456789012',
    '+1234567890123456',
    '+',
    '+34',
    '+3461234567a',
    '+34612345678;ext=1',
    ...notStrings,
    34612345678,
  ]
  for (const customer_phone of forms)
    assertRefused(await create({ customer_phone }), ['customer_phone'], customer_phone)
})

test('2.2 customer_phone of a country that SMS_COUNTRIES leaves out, or that bills the caller, is refused', async () => {
  await using spanish = await startDray({ SMS_COUNTRIES: 'ES,PT' }, { beside: app })
  const other = await spanish.partner()
  for (const [customer_phone, status] of [
    ['+34612345678', 201],
    ['+351912345678', 201],
    ['+447700900123', 400],
    ['+34803123456', 400],
  ] as const) {
    const answer: Answer<Refused> = await other.call('/v1/jobs', { body: { ...sofa, customer_phone } })
    assert.equal(answer.status, status, customer_phone)
    if (status === 400) assertRefused(answer, ['customer_phone'], customer_phone)
  }
})

test('2.2 photos is a list of up to ten URLs', async () => {
  assert.equal((await create({ photos: [] })).status, 201)
  for (const photos of ['https://img.example.com/a.jpg', {}, 1, true])
    assertRefused(await create({ photos }), ['photos'], photos)
  const eleven = Array.from({ length: 11 }, (_, index) => `https://photos.dray-sample.net/${index}.jpg`)
  assertRefused(await create({ photos: eleven }), ['photos'], eleven)
})

test('2.2 each photo that is not a public URL is refused by its place', async () => {
  const urls = [
    '',
    'photo.jpg',
    '//host/a.jpg',
    'ftp://photos.dray-sample.net/a.jpg',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'http://127.0.0.1/a.jpg',
    'http://localhost/a.jpg',
    'http://10.0.0.1/a.jpg',
    'http://192.168.1.1/a.jpg',
    'http://169.254.169.254/latest',
    'http://[::1]/a.jpg',
    'http://[::ffff:7f00:1]/a.jpg',
    'http://2130706433/a.jpg',
    'http://0x7f.1/a.jpg',
    'http://0177.0.0.1/a.jpg',
    'http://１２７.0.0.1/a.jpg',
    'http://printer.local/a.jpg',
    'https://user:secret@photos.dray-sample.net/a.jpg',
    'https://photos.dray-sample.net:8443/a.jpg',
    'https://photos.dray-sample.net/a b.jpg',
    'https:\\\\photos.dray-sample.net\\a.jpg',
    ' https://photos.dray-sample.net/a.jpg',
    null,
    1,
    true,
    [],
    {},
  ]
  for (const url of urls) assertRefused(await create({ photos: [url] }), ['photos[0]'], url)
  assertRefused(await create({ photos: urls.slice(0, 3) }), ['photos[0]', 'photos[1]', 'photos[2]'], urls)
})

test('2.2 all faults are named at once', async () => {
  assertRefused(await send('/v1/jobs', {}), ['title', 'size', 'pickup', 'dropoff', 'customer_phone'], {})
  const faults = {
    external_reference: '',
    title: 1,
    description: 5,
    size: 's',
    pickup: { address: 'ab', floor: '1', has_elevator: 1 },
    dropoff: {},
    customer_phone: '600',
    photos: ['https://photos.dray-sample.net/a.jpg', 'nope', 3],
  }
  const fields = [
    'external_reference',
    'title',
    'description',
    'size',
    'pickup.address',
    'pickup.floor',
    'pickup.has_elevator',
    'dropoff.address',
    'customer_phone',
    'photos[1]',
    'photos[2]',
  ]
  assertRefused(await send('/v1/jobs', faults), fields, faults)
})

test('2.3 all faults of an estimate are named at once', async () => {
  assertRefused(await send('/v1/pricing/estimate', {}), ['size', 'pickup', 'dropoff'], {})
  const faults = { size: null, pickup: { floor: 999 }, dropoff: { address: 'Madrid', has_elevator: 'no' } }
  const fields = ['size', 'pickup.address', 'pickup.floor', 'dropoff.has_elevator']
  assertRefused(await send('/v1/pricing/estimate', faults), fields, faults)
})

const foreign = {
  status: 'posted',
  job_id: '00000000-0000-7000-8000-000000000000',
  id: '00000000-0000-7000-8000-000000000000',
  partner_id: '00000000-0000-7000-8000-000000000000',
  key_id: '00000000-0000-7000-8000-000000000000',
  short_id: 'mine',
  created_at: '2000-01-01T00:00:00.000Z',
  updated_at: '2000-01-01T00:00:00.000Z',
  expires_at: '2100-01-01T00:00:00.000Z',
  price: { totalCents: 1 },
  pricing: { total_customer_pays_eur: 0.01 },
  total_customer_pays_eur: 0.01,
  mode: 'test',
  sms_sent: false,
  service_type: 'express',
  urgency: 'urgente',
  second_person: true,
  constructor: { prototype: { status: 'posted' } },
}
const nowhere = { lat: 0, lng: 0, lon: 0, latitude: 0, longitude: 0, countryCode: 'xx', distance_km: 0 }

test('2.2 unknown members are ignored and never bound', async () => {
  const plain = await partner.create()
  const { status, body } = await partner.create({
    ...foreign,
    pickup: { ...sofa.pickup, ...nowhere },
    dropoff: { ...sofa.dropoff, ...nowhere },
  })
  assert.equal(status, 201)
  assert.equal(body.status, 'draft')
  assert.notEqual(body.job_id, foreign.job_id)
  assert.deepEqual(body.pricing, plain.body.pricing)
  assert.ok(Math.abs(Date.parse(body.created_at) - Date.now()) < 60_000, 'created now')
  const { rows } = await app.db.pool.query<Record<string, unknown>>('select * from job where id = $1', [
    body.job_id,
  ])
  assert.equal(rows[0]?.['key_id'], partner.keyId)
  assert.equal(rows[0]?.['mode'], 'live')
  assert.notEqual(rows[0]?.['short_id'], 'mine')
  assert.doesNotMatch(JSON.stringify(rows[0]), /"posted"|express|urgente|"xx"/)
})

test('2.3 unknown members of an estimate are ignored', async () => {
  const plain = await partner.estimate({})
  const more = await partner.estimate({ ...foreign, pickup: { ...sofa.pickup, ...nowhere } })
  assert.deepEqual(more.body, plain.body)
})

test('2.2 members named like those of every object are as unknown as any other', async () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'])
    assert.equal((await create({ [name]: 1, pickup: { ...sofa.pickup, [name]: 1 } })).status, 201, name)
})

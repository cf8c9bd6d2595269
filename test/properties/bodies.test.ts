import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import { createJob, EstimateInput, estimatePrice, JobInput } from '#contract/partner.ts'
import { type Answer, startDray } from '../support/dray.ts'
import { valuesOf } from '../support/from-schema.ts'
import { startImageHost } from '../support/image-host.ts'
import { countRows } from '../support/leftovers.ts'

// `startDray` checks every response against the published document; the tests assert the status.
const images = await startImageHost()
const app = await startDray({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await app[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
const partner = await app.partner()

const towns = ['28013 Madrid', '08001 Barcelona', '50003 Zaragoza', 'Segovia', '48001 Bilbao', 'Sevilla']
const streets = ['Calle Mayor', 'Plaza de España', 'Avenida de la Constitución', 'C/ Real', 'Paseo del Prado']
const address = fc
  .tuple(fc.constantFrom(...streets), fc.integer({ min: 1, max: 150 }), fc.constantFrom(...towns))
  .map(([street, number, town]) => `${street} ${number}, ${town}`)
const colours = fc.constantFrom('red', 'green', 'blue')

const known = {
  checks: {
    phone: fc.integer({ min: 0, max: 99_999_999 }).map((digits) => `+346${String(digits).padStart(8, '0')}`),
    'photo-url': colours.map((colour) => `${images.url}/${colour}.jpg`),
  },
  members: {
    // Photos cost more than all the rest together; `part-4-photos` is about them.
    photos: fc.oneof(
      { weight: 19, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: colours.map((c) => [`${images.url}/${c}.jpg`]) },
    ),
  },
}
const located = {
  ...known,
  members: { ...known.members, 'pickup.address': address, 'dropoff.address': address },
}

const operations = [
  {
    url: estimatePrice.url,
    good: 200,
    anywhere: valuesOf(EstimateInput, known),
    somewhere: valuesOf(EstimateInput, located),
  },
  {
    url: createJob.url,
    good: 201,
    anywhere: valuesOf(JobInput, known),
    somewhere: valuesOf(JobInput, located),
  },
]

type Body = { error?: string; detail?: string; details?: Record<string, string> }
const send = (url: string, raw: string | Buffer) => partner.call(url, { raw }) as Promise<Answer<Body>>

const hold = (numRuns: number, property: fc.IAsyncProperty<unknown> | fc.IAsyncProperty<[never]>) =>
  fc.assert(property as fc.IAsyncProperty<unknown>, {
    numRuns: numRuns * Number(process.env['FC_TIMES'] ?? 1),
  })

function assertRefused({ status, body }: Answer<Body>): void {
  assert.equal(status, 400)
  assert.equal(body.error, 'validation_error')
  assert.ok(Object.keys(body.details ?? {}).length > 0, 'details name a field')
  for (const [field, why] of Object.entries(body.details ?? {})) {
    assert.match(field, /^[a-z_]+(\.[a-z_]+)?(\[\d+\])?$/)
    assert.notEqual(why, '')
  }
}

for (const { url, good, anywhere, somewhere } of operations) {
  test(`${url}: a valid body between known towns is always ${good}${url === createJob.url ? ', or a duplicate' : ''}`, async () => {
    const seen = new Set<string>()
    await hold(
      400,
      fc.asyncProperty(somewhere, async (body) => {
        const { status, body: answer } = await send(url, JSON.stringify(body))
        const reference = (body as { external_reference?: string | null }).external_reference?.normalize(
          'NFC',
        )
        const isTaken = reference !== undefined && seen.has(reference)
        if (reference !== undefined) seen.add(reference)
        if (isTaken && url === createJob.url)
          assert.deepEqual([status, Object.keys(answer)], [400, ['detail']])
        else assert.equal(status, good, JSON.stringify(answer))
      }),
    )
  })

  test(`${url}: a valid body with any text for an address is ${good}, 422, or an unreachable dropoff`, async () => {
    await hold(
      400,
      fc.asyncProperty(anywhere, async (body) => {
        const answer = await send(url, JSON.stringify({ ...(body as object), external_reference: null }))
        if (answer.status === good) return
        if (answer.status === 422) return assert.equal(answer.body.error, 'geocoding_failed')
        assertRefused(answer)
        assert.deepEqual(Object.keys(answer.body.details ?? {}), ['dropoff.address'])
      }),
    )
  })

  test(`${url}: a body with one member that cannot be is always 400, and names it`, async () => {
    const spoilt = fc.tuple(somewhere, fc.constantFrom(...faults(url)))
    const before = await countRows(app)
    await hold(
      400,
      fc.asyncProperty(spoilt, async ([body, { path, value }]) => {
        const answer = await send(url, JSON.stringify(withMember(body, path, value)))
        assertRefused(answer)
        const field = path.join('.')
        const named = Object.keys(answer.body.details ?? {})
        assert.ok(
          named.some((name) => name === field || name.startsWith(`${field}[`)),
          `${field} in ${named.join()}`,
        )
      }),
    )
    assert.deepEqual(await countRows(app), before, 'and nothing is left of them')
  })

  test(`${url}: a body with a member exchanged for any JSON is answered within the document, never by 5xx`, async () => {
    const path = fc.constantFrom(...paths(url))
    await hold(
      400,
      fc.asyncProperty(somewhere, path, fc.jsonValue(), async (body, at, value) => {
        const { status } = await send(url, JSON.stringify(withMember(body, at, value)))
        assert.ok([good, 400, 422].includes(status), String(status))
      }),
    )
  })

  test(`${url}: any JSON is 400 with details`, async () => {
    const anything = fc.oneof(
      fc.json(),
      fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.stringify(value)),
    )
    await hold(
      300,
      fc.asyncProperty(anything, async (json) => assertRefused(await send(url, json))),
    )
  })

  test(`${url}: any bytes are 400 with details`, async () => {
    const bytes = fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array))
    await hold(
      300,
      fc.asyncProperty(bytes, async (raw) => assertRefused(await send(url, raw))),
    )
  })

  test(`${url}: a valid body with bytes flipped, lost or doubled is answered within the document`, async () => {
    const place = fc.nat({ max: 10_000 })
    const change = fc.constantFrom('flip', 'lose', 'double', 'cut')
    await hold(
      400,
      fc.asyncProperty(somewhere, place, change, fc.nat({ max: 255 }), async (body, at, how, bits) => {
        const { status } = await send(url, damaged(Buffer.from(JSON.stringify(body)), at, how, bits))
        assert.ok([good, 400, 422].includes(status), String(status))
      }),
    )
  })
}

type Fault = { path: string[]; value: unknown }

function paths(url: string): string[][] {
  const ends = ['pickup', 'dropoff']
  const members = ends.flatMap((end) => [[end], [end, 'address'], [end, 'floor'], [end, 'has_elevator']])
  const own = ['external_reference', 'title', 'description', 'customer_phone', 'photos'].map((name) => [name])
  return [['size'], ...members, ...(url === createJob.url ? own : [])]
}

/** No member takes any of these; what only some refuse is added to those. */
function faults(url: string): Fault[] {
  const bad = paths(url).flatMap((path) => [{}, 1e9, [0]].map((value) => ({ path, value })))
  const plain = bad.filter(({ path, value }) => !(isEnd(path) && JSON.stringify(value) === '{}'))
  const nothing = paths(url)
    .filter(isRequired)
    .map((path) => ({ path, value: null }))
  const texts = paths(url)
    .filter((path) => !['floor', 'has_elevator'].includes(path.at(-1) ?? '') && !isEnd(path))
    .map((path) => ({ path, value: 'a\u0000b\ud800' }))
  return [...plain, ...nothing, ...texts]
}

/** Null is absent in the others. */
const isRequired = (path: string[]): boolean =>
  ['size', 'title', 'customer_phone', 'address', 'pickup', 'dropoff'].includes(path.at(-1) ?? '')

const isEnd = (path: string[]) => path.length === 1 && ['pickup', 'dropoff'].includes(path[0] ?? '')

function withMember(body: unknown, [name = '', ...rest]: string[], value: unknown): object {
  const object = body as Record<string, unknown>
  return { ...object, [name]: rest.length === 0 ? value : withMember(object[name] ?? {}, rest, value) }
}

function damaged(bytes: Buffer, place: number, how: string, bits: number): Buffer {
  const at = place % bytes.length
  if (how === 'cut') return bytes.subarray(0, at)
  if (how === 'lose') return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
  if (how === 'double') return Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at)])
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ bits
  return copy
}

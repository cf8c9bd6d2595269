import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import { openApi } from '#contract/openapi.ts'
import { partnerOperations } from '#contract/partner.ts'
import {
  estimateAnswer,
  estimateRequest,
  guideRefusals,
  jobAnswer,
  jobRequest,
  refusals,
  statusAnswer,
} from '#contract/samples.ts'
import { urlFault } from '#lib/safe-fetch/url-rules.ts'
import { numberFault } from '../../server/sms/recipient.ts'
import { type Answer, sofa, startDray } from '../support/dray.ts'

const app = await startDray({ BASE_URL: 'https://dray.example' })
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner({ mode: 'test' })

type Body = Record<string, unknown>
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  partner.call(path, { body, headers }) as Promise<Answer<Body>>
const create = (change: Body, headers?: Record<string, string>) =>
  post('/v1/jobs', { ...sofa, ...change }, headers)

test('4.1 the answer that the document and the guide show is the answer to the request they show', async () => {
  const { status, body } = await post('/v1/pricing/estimate', estimateRequest)
  assert.equal(status, 200)
  assert.deepEqual(body, estimateAnswer)
})

test('4.2, 4.3 the draft and its status are as shown, but for ids and instants', async () => {
  const created = await post('/v1/jobs', jobRequest)
  assert.equal(created.status, 201)
  const { job_id, created_at, deep_link_url, next_steps, ...same } = created.body as typeof jobAnswer
  const { next_steps: shownSteps, ...shown } = jobAnswer
  for (const [name, value] of Object.entries(same))
    assert.deepEqual(value, shown[name as keyof typeof shown], name)
  assert.deepEqual({ ...next_steps, expires_at: '' }, { ...shownSteps, expires_at: '' })
  assert.match(deep_link_url, /^dray:\/\/draft\/[A-Za-z0-9]{14}\?phone=%2B447700900000$/)
  assert.equal(Date.parse(next_steps.expires_at) - Date.parse(created_at), 48 * 3_600_000)
  const read = await partner.read(job_id)
  assert.deepEqual(Object.keys(read.body), Object.keys(statusAnswer))
  assert.equal(read.body.external_reference, statusAnswer.external_reference)
})

test('7 each refusal is shown in the document as the server writes it', async () => {
  const other = await app.partner()
  const job = await create({ external_reference: 'taken' })
  const bad = await post('/v1/pricing/estimate', { size: 'XXL', pickup: {}, dropoff: sofa.dropoff })
  assert.deepEqual(bad.body, refusals.invalid)
  assert.deepEqual((await create({ external_reference: 'taken' })).body, refusals.duplicate)
  assert.deepEqual(
    (await app.fetch('/v1/jobs/x', { headers: { 'x-api-key': 'no' } })).body,
    refusals.unauthorized,
  )
  assert.deepEqual((await other.read(String(job.body['job_id']))).body, refusals.notYours)
  assert.deepEqual((await partner.read('00000000-0000-7000-8000-000000000000')).body, refusals.noJob)
  const large = await partner.call('/v1/jobs', { raw: `"${'x'.repeat(70_000)}"` })
  assert.deepEqual(large.body, refusals.tooLarge)
  const typed = await partner.call('/v1/jobs', { raw: '{}', headers: { 'content-type': 'text/plain' } })
  assert.deepEqual(typed.body, refusals.mediaType)
  const lost = await create({ pickup: { address: 'Qwrtz 1, Xyzzyville' } })
  assert.deepEqual(lost.body, refusals.notLocated)
  await create({}, { 'idempotency-key': 'once' })
  assert.deepEqual((await create({ title: 'Other' }, { 'idempotency-key': 'once' })).body, refusals.keyReuse)
  const photos = ['https://photos.sandbox.invalid/ok.jpg', 'https://photos.sandbox.invalid/missing.jpg']
  assert.deepEqual((await create({ photos })).body, guideRefusals.photoRefused)
  const read = await partner.call('/v1/jobs', { method: 'DELETE' })
  assert.deepEqual(read.body, guideRefusals.methodNotAllowed)
})

test('7 the document shows an example of every answer that has a body', () => {
  for (const { operationId, answers } of partnerOperations) {
    for (const [status, { body, examples }] of Object.entries(answers))
      if (body) assert.ok(Object.keys(examples ?? {}).length > 0, `${operationId} ${status}`)
  }
})

type Schema = { pattern: string; additionalProperties?: unknown }
type Shown = {
  tags: { name: string }[]
  info: { contact: object; license: object }
  paths: Record<string, Record<string, { tags: string[] }>>
  components: {
    schemas: Record<
      string,
      { properties: Record<string, Schema & { items: Schema; properties: { address: Schema } }> }
    >
  }
}
const document = JSON.parse(JSON.stringify(openApi('https://dray.example', '0'))) as Shown
const input = document.components.schemas['JobInput']?.properties

test('2.2 a phone that the document allows is taken, but for the costly numbers it names; all others are refused', async () => {
  const pattern = new RegExp(input?.['customer_phone']?.pattern ?? '^$')
  const phone = fc.stringMatching(pattern)
  await fc.assert(
    fc.asyncProperty(phone, async (customer_phone) => {
      const { status, body } = await create({ customer_phone, size: 'none' })
      const isRefused = Object.keys(body['details'] as Body).includes('customer_phone')
      assert.deepEqual(
        [status, isRefused],
        [400, numberFault(customer_phone, ['*']) !== null],
        customer_phone,
      )
    }),
    { numRuns: 200 },
  )
  const digits = fc.stringMatching(/^\+?[0-9]{4,17}$/)
  await fc.assert(
    fc.asyncProperty(digits, async (customer_phone) => {
      fc.pre(!pattern.test(customer_phone))
      const { body } = await create({ customer_phone, size: 'none' })
      assert.ok(Object.keys(body['details'] as Body).includes('customer_phone'), customer_phone)
    }),
    { numRuns: 100 },
  )
})

test('2.2 a photo URL of the form the document shows is refused for its host alone', () => {
  const pattern = new RegExp(input?.['photos']?.items.pattern ?? '^$', 'u')
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      fc.pre(pattern.test(url))
      assert.ok([null, 'host'].includes(urlFault(url, [])), url)
    }),
  )
  for (const url of [
    'ftp://a.example.com/x',
    'https://user@a.example.com/x',
    'https://a.example.com:8443/x',
    'x',
  ])
    assert.doesNotMatch(url, pattern)
})

test('2.2 text that the document allows is taken: white space alone is neither a title nor an address', async () => {
  const address = new RegExp(input?.['pickup']?.properties.address.pattern ?? '^$', 'u')
  const title = new RegExp(input?.['title']?.pattern ?? '^$', 'u')
  const text = fc.string({ unit: 'grapheme', minLength: 3, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom('', ' ', '   ', '\u00a0'), async (inner, edge) => {
      const value = `${edge}${inner}${edge}`
      const { body } = await create({ title: value, pickup: { address: value }, size: 'none' })
      const refused = Object.keys(body['details'] as Body)
      assert.equal(refused.includes('title'), !title.test(value), JSON.stringify(value))
      assert.equal(refused.includes('pickup.address'), !address.test(value), JSON.stringify(value))
    }),
    { numRuns: 200 },
  )
})

test('9 the document has no closed response schemas, no internal checks, and names service and contact', () => {
  const text = JSON.stringify(document)
  assert.doesNotMatch(text, /"additionalProperties":false|x-check|photo-url/)
  assert.deepEqual(document.info.license, { name: 'Apache-2.0', identifier: 'Apache-2.0' })
  assert.ok(document.info.contact)
  const named = new Set(document.tags.map(({ name }) => name))
  for (const operations of Object.values(document.paths))
    for (const { tags } of Object.values(operations)) for (const tag of tags) assert.ok(named.has(tag), tag)
})

test('7 the document gives the type of `details` where client generators read it', () => {
  const text = JSON.stringify(document)
  assert.match(text, /"details":{"type":"object","additionalProperties":{"type":"string"}/)
  assert.doesNotMatch(text, /patternProperties/)
})

test('the pattern of phones takes a long hostile text in one pass', () => {
  for (const { pattern } of [input?.['title'], input?.['customer_phone']].filter(
    (each) => each !== undefined,
  ))
    assert.doesNotMatch(`${' '.repeat(60_000)}${'a '.repeat(2_000)}\u0000`, new RegExp(pattern, 'u'))
})

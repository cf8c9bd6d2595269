import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answer, startDray } from '../support/dray.ts'
import { unknownJob } from '../support/rate-window.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'

// Every error of the partner API and of the sandbox leads to its explanation: header `Link` with `rel="help"`.

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner({ mode: 'test' })
const live = await app.partner()
const slow = await app.partner({ rateLimit: 1 })

/** Where an error leads, after checking that the page has that paragraph. */
async function helpOf({ headers }: Pick<Answer<unknown>, 'headers'>): Promise<string> {
  const [, target = ''] = /^<([^>]+)>; rel="help"$/.exec(headers.get('link') ?? '') ?? []
  const [page = '', anchor = ''] = target.split('#')
  const { status, text } = await app.fetch(page)
  assert.equal(status, 200, target)
  assert.ok(text.includes(` id="${anchor}"`), target)
  return target
}

const json = { 'content-type': 'application/json' }
const job = { external_reference: 'help-1' }

test('each error of the partner API leads to its paragraph of the guide', async () => {
  await partner.create(job)
  await slow.call(unknownJob)
  const answers: [string, Pick<Answer<unknown>, 'headers'>][] = [
    ['validation_error', await partner.estimate({ size: 'XXL' as 'XL' })],
    ['duplicate_reference', await partner.create(job)],
    ['unauthorized', await app.fetch(unknownJob)],
    ['forbidden', await live.read((await partner.create()).body.job_id)],
    ['not_found', await partner.call(unknownJob)],
    ['not_found', await partner.call('/v1/nothing')],
    ['method_not_allowed', await partner.call('/v1/jobs', { method: 'PUT' })],
    [
      'payload_too_large',
      await partner.call('/v1/jobs', { method: 'POST', headers: json, raw: ' '.repeat(70_000) }),
    ],
    [
      'unsupported_media_type',
      await partner.call('/v1/jobs', {
        method: 'POST',
        raw: 'a=b',
        headers: { 'content-type': 'text/plain' },
      }),
    ],
    ['geocoding_failed', await partner.create({ pickup: { address: 'Sandbox not found' } })],
    ['service_unavailable', await partner.create({ pickup: { address: 'Sandbox geocoder down' } })],
    ['rate_limit_exceeded', await slow.call(unknownJob)],
    ['validation_error', await sendRaw(app.url, rawRequest('GET /v1/jobs HTTP/x', ['Host: dray']))],
    [
      'headers_too_large',
      await sendRaw(
        app.url,
        rawRequest('GET /v1/jobs HTTP/1.1', ['Host: dray', `X-Long: ${'x'.repeat(20_000)}`]),
      ),
    ],
  ]
  for (const [anchor, answer] of answers) assert.equal(await helpOf(answer), `/docs/errors#${anchor}`)
})

test('each error of the sandbox does so too', async () => {
  const { body } = await partner.create({ customer_phone: '+447700900000' })
  const move = (caller: typeof partner) =>
    caller.call(`/sandbox/v1/jobs/${body.job_id}/moves`, {
      method: 'POST',
      body: { do: 'accept' },
    })
  assert.equal(await helpOf(await move(partner)), '/docs/errors#move_not_possible')
  assert.equal(await helpOf(await move(live)), '/docs/errors#test_key_required')
})

test('a Spanish message leads to the Spanish guide', async () => {
  const answer = await partner.call(unknownJob, { headers: { 'accept-language': 'es' } })
  assert.equal(await helpOf(answer), '/docs/es/errors#not_found')
})

test('answers that are no errors, and errors of other APIs, lead nowhere', async () => {
  const created = await partner.create()
  const read = await partner.read(created.body.job_id)
  for (const { headers } of [created, read, await app.fetch('/app/v1/me'), await app.fetch('/nothing')])
    assert.doesNotMatch(headers.get('link') ?? '', /rel="help"/)
})

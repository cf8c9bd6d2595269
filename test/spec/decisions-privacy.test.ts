import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startDray } from '../support/dray.ts'
import { startImageHost } from '../support/image-host.ts'
import { closedPort } from '../support/local-server.ts'
import { rawRequest, sendRaw } from '../support/raw-http.ts'

const images = await startImageHost()
after(() => images[Symbol.asyncDispose]())

const canary = {
  external_reference: 'canary-reference',
  title: 'Canary piano',
  description: 'Canary description',
  size: 'M' as const,
  pickup: { address: 'Calle Canaria 7731, 28013 Madrid' },
  dropoff: { address: 'Calle del Pinzon 7732, 50003 Zaragoza' },
  customer_phone: '+34655017731',
}
const needles = ['655017731', 'Canary', 'canary', 'Canaria', 'Pinzon']
const unknownJob = '/v1/jobs/01890000-0000-7000-8000-000000000000'

function assertSilent(text: string, more: string[] = []): void {
  for (const needle of [...needles, ...more])
    assert.ok(!text.includes(needle), `${needle} in ${text.slice(0, 300)}`)
}

test('logs at trace level hold no key, phone, address, title or link of a job, also on errors', async () => {
  const env = {
    SMS_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: 'AC0',
    TWILIO_AUTH_TOKEN: 'secret-token',
    TWILIO_FROM: 'Dray',
  }
  const url = `http://127.0.0.1:${await closedPort()}`
  await using app = await startDray({ ...env, TWILIO_URL: url, PHOTO_SOURCES_ALLOWED: images.host })
  const partner = await app.partner({ companyName: 'Canary Movers' })
  const created = await partner.create(
    { ...canary, photos: [`${images.url}/red.jpg`] },
    { 'idempotency-key': 'canary-key' },
  )
  assert.equal(created.status, 201)
  await partner.create(canary)
  await partner.create({
    ...canary,
    external_reference: 'canary-2',
    photos: [`${images.url}/canary-missing.jpg`],
  })
  await partner.call('/v1/jobs', { body: { ...canary, customer_phone: '655017731', title: 'Canary\u0000' } })
  await partner.call('/v1/jobs', { raw: JSON.stringify(canary).slice(0, -1) })
  await partner.estimate({ pickup: { address: 'Canary Canaria 7732 655017731' } })
  await partner.read(created.body.job_id)
  await app.fetch(`${unknownJob}?phone=%2B34655017731&x-api-key=${partner.apiKey}`)
  await app.fetch(unknownJob, { headers: { 'x-api-key': `${partner.apiKey}0` } })
  const link = new URL(created.body.deep_link_url.replace('dray://', 'http://dray.test/'))
  await app.fetch(`${link.pathname}${link.search}`, { headers: { accept: 'text/html', referer: link.href } })
  await sendRaw(app.url, rawRequest('GET / HTTP/1.1', ['Host: a', `X-API-Key : ${partner.apiKey}`]))
  const logged = app.logged.join('\n')
  assert.ok(logged.includes('answered'), 'something is logged')
  assertSilent(logged, [partner.apiKey.slice(10), 'secret-token', link.pathname.split('/').at(-1) ?? ''])
})

test('an internal error is logged without data of the job', async () => {
  await using app = await startDray()
  await app.db.pool.query(`alter table sms add constraint broken check (to_phone = '')`)
  const partner = await app.partner()
  assert.equal((await partner.create(canary)).status, 500)
  const failures = app.logged.filter((line) => line.includes('request failed'))
  assert.equal(failures.length, 1)
  assertSilent(failures.join('\n'), [partner.apiKey.slice(10)])
})

test('no error body repeats values of the request', async () => {
  await using app = await startDray()
  const partner = await app.partner()
  await partner.create(canary)
  const answers = await Promise.all([
    partner.call('/v1/jobs', { body: canary }),
    partner.call('/v1/jobs', {
      body: { ...canary, title: 'Canary\u0000', customer_phone: '655017731', size: 'Canary' },
    }),
    partner.call('/v1/jobs', { raw: '{"canary": Canary' }),
    partner.call('/v1/jobs/Canary'),
    partner.call('/v1/Canary'),
    app.fetch('/v1/jobs', { body: canary, headers: { 'x-api-key': 'Canary' } }),
  ])
  for (const { status, text, headers } of answers) {
    assert.ok(status >= 400)
    assertSilent(text + [...headers.values()].join('\n'))
  }
})

test('an error body repeats only what its sender must know: unknown words of an address, a member sent twice', async () => {
  await using app = await startDray()
  const partner = await app.partner()
  const pickup = { address: 'Xyzzyqwv Canaria 7732' }
  const address = await partner.call('/v1/jobs', { body: { ...canary, external_reference: null, pickup } })
  assert.equal(address.status, 422)
  assertSilent(address.text.replace('“Xyzzyqwv Canaria”', ''), ['7732'])
  const member = await partner.call('/v1/jobs', { raw: '{"Canary":"Pinzon","Canary":2}' })
  assert.equal(member.status, 400)
  assertSilent(member.text.replace('Canary', ''))
  assertSilent(app.logged.join('\n'))
})

test('the SMS names towns, not addresses, because the phone may be in other hands', async () => {
  await using app = await startDray()
  await (await app.partner()).create(canary)
  const [text] = await app.texts()
  assert.match(text?.body ?? '', /Madrid.*Zaragoza/)
  for (const part of [
    'Canaria',
    'Pinzon',
    '7731,',
    '7732',
    '28013',
    'canary-reference',
    'Canary description',
  ])
    assert.ok(!text?.body.includes(part), part)
})

test('no data of a job on the draft page, in /health, in /metrics or in the document', async () => {
  await using app = await startDray()
  const partner = await app.partner({ companyName: 'Canary Movers' })
  const { body } = await partner.create(canary)
  const shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
  const html = { accept: 'text/html' }
  const page = await app.fetch(`/draft/${shortId}?phone=%2B34655017731`, { headers: html })
  assertSilent(page.text)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  for (const path of ['/health/live', '/health/ready', '/metrics', '/v1/openapi.json'])
    assertSilent((await app.fetch(path)).text, [
      partner.apiKey.slice(10),
      shortId,
      body.job_id,
      partner.keyId,
    ])
})

test('a partner reads five fields of a job, without phone, address or price', async () => {
  await using app = await startDray()
  const partner = await app.partner()
  const { body } = await partner.create({ ...canary, external_reference: 'plain' })
  assertSilent((await partner.read(body.job_id)).text)
})

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startDray } from '../support/dray.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

test('1 hands over a job: the draft is there, and the customer has a text branded with company_name', async () => {
  const partner = await app.partner({ companyName: 'Muebles Norte' })
  const created = await partner.create()
  assert.equal(created.status, 201)
  const text = (await app.texts()).find(({ job_id }) => job_id === created.body.job_id)
  assert.equal(text?.to_phone, '+34612345678')
  assert.match(text?.body ?? '', /^Muebles Norte:/)
})

test('1 the text carries a link that opens the draft, on the host of the app links', async () => {
  const partner = await app.partner()
  const { body } = await partner.create()
  const text = (await app.texts()).find(({ job_id }) => job_id === body.job_id)
  const link = /https:\/\/dray\.test(\/draft\/\w+)\?phone=/.exec(text?.body ?? '')?.[1] ?? ''
  const page = await app.fetch(link, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
})

test('1 the partner API exposes three operations only: estimate, create draft, read status', async () => {
  const { body } = await app.fetch('/v1/openapi.json')
  const { paths } = body as { paths: Record<string, object> }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(operations.sort(), ['GET /v1/jobs/{job_id}', 'POST /v1/jobs', 'POST /v1/pricing/estimate'])
})

test('1 nothing but the three operations answers a partner: no list, no change, no deletion of jobs', async () => {
  const partner = await app.partner()
  const { body } = await partner.create()
  for (const [method, path] of [
    ['GET', '/v1/jobs'],
    ['PUT', `/v1/jobs/${body.job_id}`],
    ['PATCH', `/v1/jobs/${body.job_id}`],
    ['DELETE', `/v1/jobs/${body.job_id}`],
  ] as const) {
    const { status } = await partner.call(path, { method })
    assert.equal(status, 405, `${method} ${path}`)
  }
  assert.equal((await partner.read(body.job_id)).body.status, 'draft')
})

test('1 after creation the partner need not act: the status stays draft until the app changes it', async () => {
  const partner = await app.partner()
  const { body } = await partner.create()
  const first = await partner.read(body.job_id)
  const second = await partner.read(body.job_id)
  assert.deepEqual(first.body, second.body)
})

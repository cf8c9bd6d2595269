import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sofa, startDray } from '../support/dray.ts'
import { trip, unknownJobId } from '../support/trips.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()

test('4 query strings change nothing', async () => {
  const { body } = await partner.create()
  const read = await partner.call(`/v1/jobs/${body.job_id}?status=posted&fields=title`)
  assert.equal(read.status, 200)
  assert.equal(read.body['status'], 'draft')
})

test('4 paths are exact: no trailing slash, no other case, no doubled slash', async () => {
  for (const path of [
    '/v1/jobs/',
    '/v1/Jobs',
    '/v1//jobs',
    '/v1/pricing/estimate/',
    '/V1/jobs',
    '/v1/pricing',
    '/v1',
    '/v1/',
  ]) {
    const { status } = await partner.call(path, { method: 'POST', body: sofa })
    assert.equal(status, 404, path)
  }
})

test('4 Content-Type may carry a UTF-8 charset in any spelling', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
    'application/json; charset=utf8',
  ]) {
    const { status } = await partner.call('/v1/pricing/estimate', {
      body: trip,
      headers: { 'content-type': type },
    })
    assert.equal(status, 200, type)
  }
})

test('4 every answer has X-Request-Id, another one each time', async () => {
  const answers = [
    await partner.estimate({}),
    await partner.create(),
    await partner.read(unknownJobId),
    await app.fetch('/v1/jobs'),
  ]
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(!ids.includes(null))
})

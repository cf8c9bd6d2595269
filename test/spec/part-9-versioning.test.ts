import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sofa, startDray } from '../support/dray.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()

test('9 the version is carried in the path prefix /v1, which is part of every endpoint path', async () => {
  const { body } = await app.fetch('/v1/openapi.json')
  for (const path of Object.keys((body as { paths: object }).paths)) assert.match(path, /^\/v1\//)
})

test('9 without the prefix, or with another one, there is nothing', async () => {
  const { body } = await partner.create()
  for (const prefix of ['', '/v0', '/v2', '/V1', '/v1.0', '/api/v1', '/v1/v1']) {
    assert.equal((await partner.call(`${prefix}/jobs/${body.job_id}`)).status, 404, prefix)
    assert.equal((await partner.call(`${prefix}/jobs`, { body: sofa })).status, 404, prefix)
    assert.equal((await partner.call(`${prefix}/pricing/estimate`, { body: sofa })).status, 404, prefix)
  }
})

test('9 a header asking for another version changes nothing', async () => {
  const headers = { 'x-api-version': '2', 'accept-version': '2', accept: 'application/vnd.dray.v2+json' }
  const { status } = await partner.call('/v1/pricing/estimate', { body: sofa, headers })
  assert.equal(status, 200)
})

test('9 additive only: members that later versions may add are ignored today', async () => {
  const { status } = await partner.create({
    insurance: { value_eur: 100 },
    pickup: { ...sofa.pickup, notes: 'ring' },
  } as never)
  assert.equal(status, 201)
})

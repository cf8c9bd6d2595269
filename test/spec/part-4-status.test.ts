import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startDray } from '../support/dray.ts'
import { assertShape, exactly } from '../support/shape.ts'
import { unknownJobId } from '../support/trips.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const partner = await app.partner()

test('4.3 the status answers 200 with exactly the five fields', async () => {
  const { body: created } = await partner.create({ external_reference: 'status-1' })
  const { status, body } = await partner.read(created.job_id)
  assert.equal(status, 200)
  assertShape(body, {
    job_id: exactly(created.job_id),
    external_reference: exactly('status-1'),
    status: exactly('draft'),
    created_at: exactly(created.created_at),
    updated_at: 'instant',
  })
})

test('4.3 an unknown job is 404 not_found', async () => {
  const { status, body } = await partner.call(`/v1/jobs/${unknownJobId}`)
  assert.equal(status, 404)
  assertShape(body, { error: exactly('not_found'), message: 'string' })
})

test('4.3 a malformed job id is 404 not_found, never an error of another kind', async () => {
  const { body } = await partner.create()
  const ids = [
    '0',
    'abc',
    `${unknownJobId}0`,
    unknownJobId.slice(1),
    unknownJobId.replaceAll('-', ''),
    `{${unknownJobId}}`,
    `${unknownJobId}%20`,
    `${body.job_id}%00`,
    `..%2f${body.job_id}`,
    `%2e%2e`,
    `${body.job_id}%2f`,
    `${body.job_id};x`,
    '%00',
    '%zz',
    '%',
    "'%20or%201=1--",
    'a'.repeat(600),
    'a'.repeat(10_000),
    '🛋',
    `${body.job_id}/extra`,
    `${body.job_id}/`,
  ]
  for (const id of ids) {
    const answer = await partner.call(`/v1/jobs/${id}`)
    assert.equal(answer.status, 404, id.slice(0, 60))
    assertShape(answer.body, { error: exactly('not_found'), message: 'string' })
  }
})

test('4.3 a job id in upper case is the same UUID', async () => {
  const { body } = await partner.create()
  const read = await partner.read(body.job_id.toUpperCase())
  assert.equal(read.status, 200)
  assert.equal(read.body.job_id, body.job_id)
})

test('4.3 ETag: 304 without a body while nothing changed, whole again when it did', async () => {
  const { body } = await partner.create()
  const first = await partner.read(body.job_id)
  const etag = first.headers.get('etag') ?? ''
  assert.match(etag, /^"[^"]+"$/)
  assert.equal(first.headers.get('cache-control'), 'private')
  for (const tag of [etag, '*', `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "more"`]) {
    const again = await partner.read(body.job_id, { 'if-none-match': tag })
    assert.equal(again.status, 304, tag)
    assert.equal(again.text, '')
    assert.equal(again.headers.get('etag'), etag)
  }
  for (const tag of ['"other"', etag.replaceAll('"', ''), '']) {
    assert.equal((await partner.read(body.job_id, { 'if-none-match': tag })).status, 200, tag)
  }
  await app.db.pool.query(`update job set status = 'posted', updated_at = clock_timestamp() where id = $1`, [
    body.job_id,
  ])
  const changed = await partner.read(body.job_id, { 'if-none-match': etag })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), etag)
})

test('4.3 If-None-Match gives no access: a foreign job is 403 and a missing one 404', async () => {
  const { body } = await partner.create()
  const stranger = await app.partner()
  assert.equal((await stranger.read(body.job_id, { 'if-none-match': '*' })).status, 403)
  assert.equal((await partner.read(unknownJobId, { 'if-none-match': '*' })).status, 404)
})

test('4.3 HEAD answers as GET does, without the body', async () => {
  const { body } = await partner.create()
  const head = await partner.call(`/v1/jobs/${body.job_id}`, { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  assert.equal(head.headers.get('etag'), (await partner.read(body.job_id)).headers.get('etag'))
})

test('4.3 a body on the status call is not looked at', async () => {
  const { body } = await partner.create()
  const { status } = await partner.read(body.job_id, { 'content-type': 'text/plain' })
  assert.equal(status, 200)
})

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startImageHost } from '../support/image-host.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { openMarket } from '../support/market.ts'
import { payByCard } from '../support/paying.ts'

/* Creates that ask for the reference of an expired draft. */
const images = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: images.host })
after(async () => {
  await market[Symbol.asyncDispose]()
  await images[Symbol.asyncDispose]()
})
// With photos, the reference is looked at before the insert.
const photos = [`${images.url}/red.jpg`]
const { app, partner } = market

const expire = (jobId: string) =>
  app.db.pool.query(`update job set expires_at = now() - interval '1 second' where id = $1`, [jobId])

const held = async (reference: string) => {
  const { body } = await partner.create({ external_reference: reference })
  await expire(body.job_id)
  return body.job_id
}

test('DESIGN 3, Jobs: a deleted draft frees its reference for a create that waited for the deletion', async () => {
  const reference = 'deleted while a create waits'
  const jobId = await held(reference)
  const sweeper = await app.db.pool.connect()
  await sweeper.query('begin')
  await sweeper.query('delete from job where id = $1', [jobId])
  const created = partner.create({ external_reference: reference, photos })
  await lockAwaited(app)
  await sweeper.query('commit')
  sweeper.release()
  const { status, body } = await created
  assert.equal(status, 201)
  assert.equal((await partner.read(body.job_id)).status, 200)
})

test('DESIGN 3, Jobs: a draft that was paid while a create waited for its reference is told as the holder', async () => {
  const reference = 'published while a create waits'
  const jobId = await held(reference)
  const payer = await app.db.pool.connect()
  await payer.query('begin')
  await payer.query(`update job set status = 'posted', posted_at = now() where id = $1`, [jobId])
  const refused = partner.create({ external_reference: reference, photos })
  await lockAwaited(app)
  await payer.query('commit')
  payer.release()
  const { status, headers } = await refused
  assert.equal(status, 400)
  assert.equal(headers.get('location'), `/v1/jobs/${jobId}`)
  assert.equal((await partner.read(jobId)).status, 200)
})

test('DESIGN 3, Jobs: an expired draft whose payment is being released holds no reference', async () => {
  const customer = await market.person()
  const reference = 'released later'
  const draft = await market.draft(customer, { external_reference: reference })
  await payByCard(customer, draft, { does: 'asks_confirmation' })
  await app.db.pool.query(`update payment set status = 'releasing' where job_id = $1`, [draft.job_id])
  await expire(draft.job_id)
  const { status, body } = await partner.create({ external_reference: reference })
  assert.equal(status, 201)
  assert.notEqual(body.job_id, draft.job_id)
  const again = await partner.create({ external_reference: reference })
  assert.equal(again.headers.get('location'), `/v1/jobs/${body.job_id}`)
})

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readSignUp } from '#contract/app/sign-up.ts'
import { giveTip } from '#contract/app/tips.ts'
import { removePhoto } from '../../server/accounts/carrier-photos/remove-photo.ts'
import { beat, leave } from '../../server/db/nodes.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { drayVersion } from '../../server/lib/version.ts'
import { byOperator } from '../support/by-operator.ts'
import { uploadPhotoOf } from '../support/carrier-photos.ts'
import { completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { tipBody, tipped } from '../support/tips.ts'

/*
 * Decisions 59, 72 and 81: a worker of the version before would release a tip, knows no part that a carrier bears, and
 * tells no carrier of a removed photo.
 */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { kysely, pool } = market.app.db

/** A worker of a version that is alive. */
async function worker(version: string) {
  const id = newId()
  await beat(kysely, { id, role: 'work', host: 'alpha', contradictions: {}, version, connections: 30 })
  return {
    isSilentFor: (seconds: number) =>
      pool.query('update node set seen_at = now() - make_interval(secs => $2) where id = $1', [id, seconds]),
    stops: () => leave(kysely, id),
  }
}

test('while a node of an older version runs, tips are refused, and given again after it', async () => {
  const deal = await completedDeal(market)
  const body = await tipBody(deal.customer)
  const old = await worker('0.2.0')
  const own = await worker(drayVersion())
  const refused = await deal.customer.refused(giveTip, { params: deal.params, body })
  assert.deepEqual([refused.status, refused.body.error], [503, 'service_unavailable'])
  const { rowCount } = await pool.query(`select from payment where job_id = $1 and purpose = 'tip'`, [
    deal.job_id,
  ])
  assert.equal(rowCount, 0)
  await old.isSilentFor(16)
  await deal.customer.ok(giveTip, { params: deal.params, body })
  await old.isSilentFor(0)
  await deal.customer.ok(giveTip, { params: deal.params, body })
  await old.stops()
  await tipped(deal)
  await own.stops()
})

test('while a node of an older version runs, the platform alone bears refunds', async () => {
  const { job_id: jobId } = await completedDeal(market)
  const old = await worker('0.2.0')
  const refund = (carrierCents: number) =>
    refundJob({ kysely }, { jobId, amountCents: 500, carrierCents, by: byOperator() })
  await assert.rejects(refund(200), { code: 'service_unavailable' })
  const { rowCount } = await pool.query(
    `select from payment_effect e join payment p on p.id = e.payment_id where p.job_id = $1 and e.kind = 'refund'`,
    [jobId],
  )
  assert.equal(rowCount, 0)
  await refund(0)
  await old.stops()
  await refund(200)
})

test('while a node of an older version runs, no photo of a carrier is removed, and after it the carrier is told', async () => {
  const carrier = await market.carrier()
  const { picture_id: pictureId } = await uploadPhotoOf(carrier)
  const { accountId } = carrier
  const remove = () => removePhoto(kysely, { accountId, pictureId, by: byOperator('Not a face.') })
  const old = await worker('0.2.0')
  await assert.rejects(remove(), { code: 'service_unavailable' })
  assert.deepEqual(
    (await carrier.ok(readSignUp)).photos.map(({ state }) => state),
    ['shown'],
  )
  const written = () =>
    pool.query(
      `select kind from notice where account_id = $1
       union all select act from audit_event where act = 'carrier.remove_photo'`,
      [accountId],
    )
  assert.equal((await written()).rowCount, 0)
  await old.stops()
  await remove()
  assert.deepEqual((await written()).rows, [{ kind: 'photo_removed' }, { kind: 'carrier.remove_photo' }])
})

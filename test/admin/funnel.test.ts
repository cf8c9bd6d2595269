import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readPartnerFunnel } from '#contract/admin/activity.ts'
import { cancelMyJob } from '#contract/app/customer.ts'
import type { FunnelStage, KeyMode } from '#contract/vocabulary.ts'
import { expireDrafts } from '../../server/jobs/drafts/expire-drafts.ts'
import { withdrawDraft } from '../../server/jobs/drafts/withdraw-draft.ts'
import { completedDeal } from '../support/deals.ts'
import type { TestPartner } from '../support/dray.ts'
import { openMarket } from '../support/market.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'
import { advanceClocks } from '../support/still-clock.ts'

/* Decision 33: how far the jobs come that a partner hands over. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const owner = await joinAsOwner(app)
const viewer = await joinAs(app, owner, 'viewer')

const funnelOf = (partnerId: string, query: { mode?: KeyMode; days?: number } = {}) =>
  viewer.ok(readPartnerFunnel, { params: { partner_id: partnerId }, query })

type Stages = Awaited<ReturnType<typeof funnelOf>>['partner']

const reached = (stages: Stages) =>
  Object.fromEntries(stages.map((each): [FunnelStage, number] => [each.stage, each.reached]))

const at = (stages: Stages, stage: FunnelStage) => {
  const { expired, withdrawn, cancelled, going_on } =
    stages.find((each) => each.stage === stage) ?? assert.fail()
  return { expired, withdrawn, cancelled, going_on }
}

const nobody = { expired: 0, withdrawn: 0, cancelled: 0, going_on: 0 }

async function create(partner: TestPartner): Promise<{ jobId: string; shortId: string }> {
  const { body } = await partner.create()
  return { jobId: body.job_id, shortId: /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? '' }
}

const expire = async (jobId: string) => {
  await app.db.pool.query(`update job set expires_at = now() - interval '1 second' where id = $1`, [jobId])
}

test('each stage counts the jobs that came to it or further; deleted drafts are counted where they ended', async () => {
  const { partner } = market
  const completed = await completedDeal(market)
  assert.ok(completed.job_id)
  const customer = await market.person()
  await market.draft(customer)
  const posted = await market.posted(customer)
  await customer.ok(cancelMyJob, { params: { job_id: posted.job_id }, body: { fee_cents: 0 } })
  const followed = await create(partner)
  assert.equal((await app.fetch(`/draft/${followed.shortId}?phone=%2B34612345678`)).status, 200)
  await app.dray.activity.flush()
  const withdrawn = await create(partner)
  const by = { actor: { type: 'cli' as const, name: 'test' } }
  await withdrawDraft(app.db, { jobId: withdrawn.jobId, by })
  const counts = {
    ...{ created: 5, sms_accepted: 5, link_opened: 4, signed_in: 3, payment_started: 2, published: 2 },
    ...{ accepted: 1, completed: 1 },
  }
  await expire(followed.jobId)
  for (const _ of ['expired', 'and deleted']) {
    const { partner: stages, all_partners } = await funnelOf(partner.partnerId)
    assert.deepEqual(reached(stages), counts)
    assert.deepEqual(at(stages, 'sms_accepted'), { ...nobody, withdrawn: 1 })
    assert.deepEqual(at(stages, 'link_opened'), { ...nobody, expired: 1 })
    assert.deepEqual(at(stages, 'signed_in'), { ...nobody, going_on: 1 })
    assert.deepEqual(at(stages, 'published'), { ...nobody, cancelled: 1 })
    assert.deepEqual(at(stages, 'completed'), nobody)
    assert.deepEqual(all_partners, stages)
    await expireDrafts(app.db)
  }
})

test('a partner is compared with all of them, live and test jobs apart', async () => {
  const other = await app.partner({ mode: 'test' })
  const before = await funnelOf(other.partnerId, { mode: 'test' })
  await create(other)
  await create(other)
  const soon = await funnelOf(other.partnerId, { mode: 'test' })
  assert.equal(soon.partner[0]?.reached, 2)
  assert.deepEqual(soon.all_partners, before.all_partners, 'counted at most every ten minutes')
  advanceClocks(600_000)
  const { all_partners } = await funnelOf(other.partnerId, { mode: 'test' })
  assert.equal(all_partners[0]?.reached, (before.all_partners[0]?.reached ?? 0) + 2)
  const live = await funnelOf(other.partnerId)
  assert.equal(live.partner[0]?.reached, 0)
  assert.ok((live.all_partners[0]?.reached ?? 0) >= 5)
})

test('jobs from before the days are not counted', async () => {
  const partner = await app.partner()
  const { jobId } = await create(partner)
  const { from } = await funnelOf(partner.partnerId, { days: 3 })
  const reachedAt = async (createdAt: string) => {
    await app.db.pool.query('update job set created_at = $2 where id = $1', [jobId, createdAt])
    return await reachedIn(3)
  }
  const reachedIn = async (days: number) => (await funnelOf(partner.partnerId, { days })).partner[0]?.reached
  assert.equal(await reachedAt(new Date(Date.parse(from) - 1).toISOString()), 0)
  assert.equal(await reachedAt(from), 1)
  await expire(jobId)
  await expireDrafts(app.db)
  assert.equal(await reachedIn(3), 1)
  assert.equal(await reachedIn(2), 0)
})

test('the first time that a link is followed is kept; the partner sees no difference', async () => {
  const partner = await app.partner()
  const { jobId, shortId } = await create(partner)
  const openedAt = async () => {
    await app.dray.activity.flush()
    const { rows } = await app.db.pool.query('select link_opened_at as at from job where id = $1', [jobId])
    return (rows[0] as { at: Date | null }).at
  }
  const before = await partner.read(jobId)
  await app.fetch(`/draft/${shortId}`, { method: 'HEAD' })
  await app.fetch('/draft/UnknownDraft00')
  assert.equal(await openedAt(), null)
  await app.fetch(`/draft/${shortId}`)
  const first = await openedAt()
  assert.ok(first)
  await app.fetch(`/draft/${shortId}`)
  assert.deepEqual(await openedAt(), first)
  const read = await partner.read(jobId)
  assert.deepEqual(read.body, before.body)
  assert.equal(read.headers.get('etag'), before.headers.get('etag'))
})

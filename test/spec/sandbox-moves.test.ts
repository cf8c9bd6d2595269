import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Move } from '#contract/sandbox/moves.ts'
import { openMarket } from '../support/market.ts'
import { playToEnd, type Refused, sandboxUser } from '../support/sandbox.ts'

const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())

test('sandbox: a job is moved by hand from the link to the rating', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  const statuses: string[] = []
  const life: Move[] = ['open', 'sign_in', 'pay', 'publish', 'accept', 'collect', 'deliver', 'rate']
  for (const move of life) statuses.push((await user.move(jobId, move)).status)
  assert.deepEqual(statuses, [
    'draft',
    'draft',
    'draft',
    'posted',
    'accepted',
    'accepted',
    'completed',
    'completed',
  ])
  assert.equal((await user.read(jobId)).body.status, 'completed')
  assert.deepEqual((await user.move(jobId, 'rate', { by: 'carrier', stars: 3 })).moves, ['tip'])
  const { rows } = await app.db.pool.query(
    'select by_role, stars from rating where job_id = $1 order by by_role',
    [jobId],
  )
  assert.deepEqual(rows, [
    { by_role: 'carrier', stars: 3 },
    { by_role: 'customer', stars: 5 },
  ])
})

test('sandbox: a move that is not possible is refused with the list of those that are', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  const refused = await user.sandbox<Refused>('POST', `/jobs/${jobId}/moves`, { do: 'accept' })
  assert.equal(refused.status, 409)
  assert.equal(refused.body.error, 'move_not_possible')
  assert.deepEqual(refused.body.moves, ['open', 'sign_in'])
})

test('sandbox: a refused card leaves a draft that can be paid again', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  await user.move(jobId, 'sign_in')
  await user.move(jobId, 'pay', { outcome: 'declined' })
  assert.equal((await user.move(jobId, 'publish')).status, 'draft')
  await user.move(jobId, 'pay')
  assert.equal((await user.move(jobId, 'publish')).status, 'posted')
})

test('sandbox: the bank asks for a confirmation, which is refused and then given', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  await user.move(jobId, 'sign_in')
  await user.move(jobId, 'pay', { outcome: 'asks_confirmation' })
  assert.ok((await user.move(jobId, 'publish')).moves.includes('confirm'))
  assert.equal((await user.move(jobId, 'refuse_confirmation')).status, 'draft')
  await user.move(jobId, 'publish')
  assert.equal((await user.move(jobId, 'confirm')).status, 'posted')
})

test('sandbox: cancelling costs nothing before and a fee after the free minutes', async () => {
  const user = await sandboxUser(app)
  const feeOf = async (seconds: number) => {
    const jobId = await user.begin('by_hand')
    for (const move of ['sign_in', 'pay', 'publish', 'accept'] as const) await user.move(jobId, move)
    if (seconds > 0) await user.pass(seconds)
    assert.equal((await user.move(jobId, 'cancel')).status, 'cancelled')
    const { rows } = await app.db.pool.query('select cancellation_fee_cents as fee from job where id = $1', [
      jobId,
    ])
    return rows[0].fee
  }
  assert.equal(await feeOf(0), 0)
  assert.ok((await feeOf(400)) > 0)
})

test('sandbox: a job of another key, of a live key, or unknown is 404', async () => {
  const [mine, other, live] = [await sandboxUser(app), await sandboxUser(app), await app.partner()]
  const { body } = await live.create()
  for (const jobId of [
    await other.begin('by_hand'),
    body.job_id,
    '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803',
    'x',
  ])
    assert.equal((await mine.sandbox('GET', `/jobs/${jobId}`)).status, 404)
})

test('sandbox: a draft that a person opened in the app is left to that person', async () => {
  const user = await sandboxUser(app)
  const customer = await market.person()
  const { job_id } = await market.draft(customer, {}, user)
  const { body: listed } = await user.sandbox<{ jobs: { story: string }[] }>('GET', '/jobs')
  const stories = [listed.jobs[0]?.story, (await user.job(job_id)).story]
  assert.deepEqual(stories, ['by_hand', 'by_hand'], 'no story goes on')
  const refused = await user.sandbox<Refused>('POST', `/jobs/${job_id}/moves`, { do: 'pay' })
  assert.equal(refused.status, 409)
  assert.deepEqual(refused.body.moves, [])
})

test('sandbox: the jobs of a key are listed, the newest first, without those of others and expired drafts', async () => {
  const [user, other] = [await sandboxUser(app), await sandboxUser(app)]
  const listOf = async ({ sandbox }: typeof user) => {
    const { body } = await sandbox<{ jobs: { job_id: string; story: string }[] }>('GET', '/jobs')
    return body.jobs.map(({ job_id, story }) => ({ job_id, story }))
  }
  const gone = await user.begin('never_opened')
  const happy = await user.begin('happy')
  assert.deepEqual(await listOf(user), [
    { job_id: happy, story: 'happy' },
    { job_id: gone, story: 'never_opened' },
  ])
  await playToEnd(user)
  assert.deepEqual(await listOf(user), [{ job_id: happy, story: 'happy' }])
  assert.deepEqual(await listOf(other), [])
})

test('sandbox: the texts of a key can be read with their links', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  await user.begin('by_hand')
  const { body } = await user.sandbox<{ sms: { job_id: string; link: string; body: string }[] }>(
    'GET',
    `/sms?job_id=${jobId}`,
  )
  assert.equal(body.sms.length, 1)
  assert.match(body.sms[0]?.link ?? '', /\/draft\/\w+\?phone=/)
})

test('sandbox: people of a world are in no list of the operator, and get no live job', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept'] as const) await user.move(jobId, move)
  const { listCarriers } = await import('../../server/accounts/carriers/list-carriers.ts')
  assert.deepEqual(await listCarriers(app.db.kysely, { status: null, limit: 50 }), [])
})

test('sandbox: the world is thrown away, with its people and its money', async () => {
  const user = await sandboxUser(app)
  const {
    rows: [before],
  } = await app.db.pool.query(
    `select (select count(*) from sandbox_card)::integer as cards, (select count(*) from sandbox_call)::integer as calls`,
  )
  const jobId = await user.begin('happy')
  await user.pass(3_600)
  assert.equal((await user.sandbox('DELETE', '/world')).status, 204)
  assert.equal((await user.read(jobId)).status, 404)
  const { rows } = await app.db.pool.query(
    `select (select count(*) from account where sandbox_key_id = $1)::integer as people,
       (select count(*) from job where key_id = $1)::integer as jobs,
       (select count(*) from sandbox_card)::integer as cards, (select count(*) from sandbox_call)::integer as calls,
       (select count(*) from sandbox_world where key_id = $1)::integer as worlds`,
    [user.keyId],
  )
  assert.deepEqual(rows[0], { people: 0, jobs: 0, cards: before.cards, calls: before.calls, worlds: 0 })
  assert.equal((await user.create({ external_reference: 'again' })).status, 201)
})

test('sandbox: a world with the refused card of an expired draft can be thrown away', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('declined')
  await playToEnd(user)
  assert.equal((await user.read(jobId)).status, 404)
  assert.equal((await user.sandbox('DELETE', '/world')).status, 204)
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { readPartnerFunnel } from '#contract/admin/activity.ts'
import { readHealth } from '#contract/admin/health.ts'
import { cancelMyJob, startAgain } from '#contract/app/customer.ts'
import type { Tables } from '../../server/db/tables.ts'
import { deleteExpiredDrafts } from '../../server/jobs/drafts/delete-drafts.ts'
import { hasRenewals } from '../../server/jobs/money/renew.ts'
import { tellOfDeadline } from '../../server/jobs/notices/deadline.ts'
import { jobsInRealTime } from '../../server/jobs/scope.ts'
import { newId } from '../../server/lib/ids.ts'
import { readEffectDepths } from '../../server/payments/effects/queue.ts'
import { jobs } from '../../server/sandbox/world-deletions.ts'
import { countWaiting } from '../../server/start/metric-gauges.ts'
import { runTasks } from '../support/dray.ts'
import { copyJob } from '../support/job-copies.ts'
import { openMarket } from '../support/market.ts'
import { sandboxUser } from '../support/sandbox.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'
import { until } from '../support/until.ts'

/* Decision 41: a world stays still, and the background does not work on the rows that wait in it. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool, kysely } = app.db
const viewer = await joinAs(app, await joinAsOwner(app), 'viewer')

type Statement = { text: string; values: readonly unknown[] }

/** The statements about jobs that `work` would run; they run too. */
async function statementsOf(work: (db: Kysely<Tables>) => Promise<unknown>): Promise<Statement[]> {
  const found: Statement[] = []
  const logging = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      found.push({ text: query.sql, values: query.parameters })
    },
  })
  await work(logging)
  return found
}

/** The statement by which expired drafts are found. */
async function findExpired(): Promise<Statement> {
  const found: Statement[] = []
  const query = async (query: string | Statement) => {
    if (typeof query !== 'string') found.push(query)
    return { rows: [] }
  }
  const client = { query, release: () => {} }
  await deleteExpiredDrafts({ connect: async () => client } as unknown as pg.Pool, {
    limit: 1_000,
    of: 'real time',
  })
  return found[0] ?? assert.fail('no statement')
}

/** How a statement is run, and how many rows it reads in vain. */
async function planOf({ text, values }: Statement): Promise<{ plan: string; inVain: number }> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain analyze ${text}`, [...values])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, count]) => Number(count))
    return { plan, inVain: Math.max(0, ...removed) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('decision 41: many still jobs are not in the way of the background: its statements do not read them', async () => {
  const user = await sandboxUser(app)
  const { job_id } = (await user.create()).body
  const past = new Date(Date.now() - 5 * 86_400_000).toISOString()
  await copyJob(pool, job_id, { count: 600, columns: { expires_at: past } })
  const accepted = { status: 'accepted', accepted_at: past, posted_at: past, collect_hours: 24 }
  await copyJob(pool, job_id, { count: 400, columns: accepted })
  await pool.query('analyze job')
  const { signal } = new AbortController()
  const statements = [
    { index: /job_draft_expiry/, statement: await findExpired() },
    ...(await statementsOf((db) => tellOfDeadline({ kysely: db }, signal, jobsInRealTime))).map(
      // Neither index has rows of still worlds.
      (statement) => ({ index: /job_uncollected|job_needs_hold/, statement }),
    ),
    ...(await statementsOf((db) => db.selectNoFrom(hasRenewals(jobsInRealTime).as('due')).execute())).map(
      (statement) => ({ index: /job_needs_hold/, statement }),
    ),
  ]
  const otherWorld = [user.keyId, 'other', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 200]
  statements.push({ index: /job_world/, statement: { text: jobs.find, values: otherWorld } })
  assert.equal(statements.length, 5)
  for (const { index, statement } of statements) {
    const { plan, inVain } = await planOf(statement)
    assert.match(plan, index)
    assert.ok(inVain < 50, plan)
  }
  await pool.query('delete from job where key_id = $1', [user.keyId])
})

test('decision 41: what waits in a still world raises no alarm: not in the metrics, and in no queue of the panel', async () => {
  const user = await sandboxUser(app)
  const [late] = [await user.begin('sms_late'), await user.begin('never_opened')]
  const happy = await user.begin('happy')
  await user.pass(20)
  const live = await market.partner.create()
  // A text and a call to the processor that wait, a notice that nobody was told of, and a draft whose end has passed.
  await pool.query(
    `update sms set status = 'due', due_at = now() - interval '1 hour' where job_id = any($1)`,
    [[late, live.body.job_id]],
  )
  await pool.query(
    `update payment_effect set status = 'due', due_at = now() - interval '1 hour', settled_at = null
     where payment_id in (select id from payment where job_id = $1)`,
    [happy],
  )
  await pool.query('update notice set told_at = null where job_id = $1', [happy])
  await pool.query(`update job set expires_at = now() - interval '3 days' where status = 'draft'`)
  const queued = await pool.query(
    `select (select count(*) from payment_effect where status = 'due')::integer as effects,
       (select count(*) from notice where told_at is null)::integer as notices`,
  )
  assert.ok(queued.rows[0].effects > 0 && queued.rows[0].notices > 0, 'there is something to leave out')
  const { sms, expired_drafts } = await countWaiting(pool)
  assert.deepEqual(
    { sms: Number(sms), expired_drafts: Number(expired_drafts) },
    { sms: 1, expired_drafts: 1 },
  )
  assert.deepEqual(await readEffectDepths(kysely), [])
  const { queues } = await viewer.ok(readHealth)
  const waiting = Object.fromEntries(queues.map((each) => [each.queue, each.waiting]))
  assert.deepEqual([waiting['sms'], waiting['payments'], waiting['notices']], [1, 0, 0])
  const { partner: stages } = await viewer.ok(readPartnerFunnel, {
    params: { partner_id: user.partnerId },
    query: { mode: 'test' },
  })
  const sumOf = (what: 'expired' | 'going_on') => stages.reduce((sum, stage) => sum + stage[what], 0)
  assert.deepEqual([sumOf('expired'), sumOf('going_on')], [0, 3], 'a still draft has not expired')
  assert.equal((await user.read(late)).body.status, 'draft')
})

test('decision 41: the texts of a test job that its customer started again are sent, as it is in no world', async () => {
  const user = await sandboxUser(app)
  const customer = await market.person()
  const { job_id } = await market.draft(customer, {}, user)
  await market.post(customer, job_id)
  await customer.ok(cancelMyJob, { params: { job_id }, body: { fee_cents: 0 } })
  const again = await customer.ok(startAgain, { params: { job_id }, body: { job_id: newId() } })
  const ids = [newId(), newId()]
  for (const [at, about] of [again.job_id, job_id].entries())
    await pool.query(
      `insert into sms (id, kind, job_id, mode, to_phone, body, provider, status, due_at, give_up_at)
       select $1, kind, $2, mode, to_phone, body, provider, 'due', now(), now() + interval '1 day' from sms
       where job_id = $3 and kind = 'draft'`,
      [ids[at], about, job_id],
    )
  await using _tasks = runTasks(app)
  const statusOf = async (id: string | undefined) =>
    (await pool.query<{ status: string }>('select status from sms where id = $1', [id])).rows[0]?.status
  await until('the text is sent', async () => (await statusOf(ids[0])) === 'sent')
  assert.equal(await statusOf(ids[1]), 'due', 'the one of a world waits for a call')
})

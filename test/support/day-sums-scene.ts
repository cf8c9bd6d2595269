import assert from 'node:assert/strict'
import { readMonthFigures } from '../../server/closing/month-figures.ts'
import { readMonthTotals } from '../../server/closing/month-totals.ts'
import { readPartnerStatement } from '../../server/closing/partner-statement.ts'
import { daySumDifferences } from '../../server/day-sums/check-day-sums.ts'
import { readFunnel } from '../../server/jobs/queries/read-funnel.ts'
import { newId } from '../../server/lib/ids.ts'
import { monthAgo } from './booked-months.ts'
import type { TestDatabase } from './database.ts'
import { directFunnel, directHandedOver, directMonth, directStatement } from './direct-sums.ts'

type Db = Pick<TestDatabase, 'kysely' | 'pool'>

export type DaySumsScene = { partnerIds: string[]; keyIds: string[] }

/** Two partners with a live key each, and the tariff that jobs need. */
export async function openDaySums({ pool }: Db): Promise<DaySumsScene> {
  const partnerIds = [newId(), newId()]
  const keyIds = [newId(), newId()]
  await pool.query(`insert into partner (id, company_name) select unnest($1::uuid[]), 'Loft'`, [partnerIds])
  await pool.query(
    `insert into api_key (id, partner_id, mode, rate_limit_per_minute) select *, 'live', 100 from unnest($1::uuid[], $2::uuid[])`,
    [keyIds, partnerIds],
  )
  await pool.query(
    `insert into tariff (id, starts_at, terms) values ('00000000-0000-7000-8000-000000000001', now(), '{}') on conflict do nothing`,
  )
  return { partnerIds, keyIds }
}

export type AddedJob = {
  keyId: string | null
  mode?: string
  status: string
  /** Days ago. */
  created: number
  /** Days ago; null for a job that has not ended. */
  ended: number | null
}

/** Inserts a job. @returns its id. */
export async function addJob(
  { pool }: Db,
  { keyId, mode = 'live', status, created, ended }: AddedJob,
): Promise<string> {
  const id = newId()
  await pool.query(
    `insert into job (id, short_id, key_id, mode, status, title, size, customer_phone, pickup, dropoff, route, duration_minutes,
       tariff_id, price, expires_at, created_at, posted_at, accepted_at, completed_at, cancelled_at)
     select $1::uuid, left(replace($1::uuid::text, '-', ''), 32), $2::uuid, $3, $4::text, 'Sofa', 'M', '+34612345678', '{}', '{}', '{}', 60,
       '00000000-0000-7000-8000-000000000001', '{}', now() + interval '1 day', created_at,
       case when $4 <> 'draft' then created_at end, case when $4 in ('accepted', 'completed') then created_at end,
       case when $4 = 'completed' then ended_at end, case when $4 = 'cancelled' then ended_at end
     from (select now() - make_interval(days => $5) as created_at, now() - make_interval(days => $6) as ended_at) given`,
    [id, keyId, mode, status, created, ended],
  )
  return id
}

/** The days of the figures: at least two months, so that a month is summed in part. */
export const daysBack = 34

/** Every figure that reads sums equals the direct sum over the rows, and the sums that exist equal their rows. */
export async function assertFigures(db: Db, { partnerIds }: DaySumsScene): Promise<void> {
  const months = [0, 1, 2].map(monthAgo)
  for (const month of months) {
    assert.deepEqual(await monthFigures(db, month), await directMonth(db.pool, month), month)
    await assertTotals(db, month)
    for (const partnerId of partnerIds) await assertStatement(db, { partnerId, month })
  }
  for (const partnerId of [null, ...partnerIds])
    for (const days of [1, 30, daysBack]) {
      const from = new Date(Math.floor(Date.now() / 86_400_000 - days) * 86_400_000)
      const of = { partnerId, from }
      assert.deepEqual(await funnelFigures(db, of), await directFunnel(db.pool, of), `funnel of ${days} days`)
    }
  const all = [{ start: new Date(0), end: null }]
  assert.deepEqual(await daySumDifferences(db.kysely, all), [])
}

async function monthFigures({ kysely }: Db, month: string): Promise<string[]> {
  const { accounts, movements, rows, jobs } = await readMonthFigures(kysely, month)
  return [
    ...accounts.flatMap(({ account, opening_cents: opening, closing_cents: closing }) => [
      ...(opening === 0 ? [] : [`${account} opening ${opening}`]),
      ...(closing === 0 ? [] : [`${account} closing ${closing}`]),
    ]),
    ...movements.map((each) => `${each.account} ${each.kind} ${each.debit_cents} ${each.credit_cents}`),
    `rows ${rows}`,
    `completed ${jobs.completed}`,
    `cancelled ${jobs.cancelled}`,
  ].sort()
}

async function assertTotals({ kysely, pool }: Db, month: string): Promise<void> {
  const totals = (await readMonthTotals(kysely, [month])).get(month)
  const { rows } = await pool.query<object>(
    `select coalesce(sum(amount_cents) filter (where kind = 'capture'), 0)::integer as "capturedCents",
       coalesce(sum(case kind when 'refund' then amount_cents when 'refund_failed' then -amount_cents end), 0)::integer
         as "refundedCents",
       coalesce(sum(case 'platform:fees' when credit then amount_cents when debit then -amount_cents end), 0)::integer
         as "feesCents",
       coalesce(sum(amount_cents) filter (where kind = 'transfer'), 0)::integer as "paidOutCents"
     from ledger_transfer where mode = 'live' and to_char(at at time zone 'utc', 'YYYY-MM') = $1`,
    [month],
  )
  assert.deepEqual(totals, rows[0], `totals of ${month}`)
}

async function assertStatement(db: Db, of: { partnerId: string; month: string }): Promise<void> {
  const statement = (await readPartnerStatement(db.kysely, { ...of, limit: 100 })) ?? assert.fail()
  const direct = await directStatement(db.pool, of)
  assert.deepEqual(statement.totals, direct.totals, `statement of ${of.month}`)
  assert.deepEqual(
    statement.lines.map(({ jobId }) => jobId),
    direct.jobIds,
  )
  const states = Object.entries(statement.jobs).filter(([, jobs]) => jobs > 0)
  assert.deepEqual(Object.fromEntries(states), await directHandedOver(db.pool, of))
}

async function funnelFigures(
  { kysely }: Db,
  of: { partnerId: string | null; from: Date },
): Promise<string[]> {
  const stages = await readFunnel(kysely, { ...of, mode: 'live' })
  return stages
    .flatMap((each) =>
      (['cancelled', 'going_on'] as const)
        .filter((state) => each[state] > 0)
        .map((state) => `${each.stage} ${state} ${each[state]}`)
        .concat(
          each.stage === 'completed' && each.reached > 0 ? [`completed completed ${each.reached}`] : [],
        ),
    )
    .sort()
}

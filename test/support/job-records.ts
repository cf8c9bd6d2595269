import { jobLogSql } from '../../server/jobs/queries/job-log.ts'
import type { TestDray } from './dray.ts'

type App = Pick<TestDray, 'db'>

/** Kinds of the notices to an account, oldest first; only those of the job if `jobId` is given. */
export async function noticesTo({ db }: App, accountId: string, jobId?: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ kind: string }>(
    'select kind from notice where account_id = $1 and ($2::uuid is null or job_id = $2) order by id',
    [accountId, jobId ?? null],
  )
  return rows.map(({ kind }) => kind)
}

/** `purpose status` of each payment of a job, oldest first. */
export async function paymentsOf({ db }: App, jobId: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ purpose: string; status: string }>(
    'select purpose, status from payment where job_id = $1 order by created_at',
    [jobId],
  )
  return rows.map(({ purpose, status }) => `${purpose} ${status}`)
}

/** `actor: reason` of each event of a job, oldest first. */
export async function eventsOf({ db }: App, jobId: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ event: string }>(
    `select actor || ': ' || reason as event from ${jobLogSql} log where job_id = $1 order by id`,
    [jobId],
  )
  return rows.map(({ event }) => event)
}

/** Kind and amount of each ledger row of a job, by kind. */
export async function ledgerOf({ db }: App, jobId: string): Promise<[string, number][]> {
  const { rows } = await db.pool.query<{ kind: string; amount_cents: number }>(
    'select kind, amount_cents from ledger_transfer where job_id = $1 order by kind',
    [jobId],
  )
  return rows.map(({ kind, amount_cents }) => [kind, amount_cents])
}

/** The carrier's share of the price. */
export async function shareOf({ db }: App, jobId: string): Promise<number> {
  const { rows } = await db.pool.query<{ cents: number }>(
    `select (price->>'helperCents')::integer as cents from job where id = $1`,
    [jobId],
  )
  return rows[0]?.cents ?? 0
}

import { newId } from '../../server/lib/ids.ts'
import type { Market } from './market.ts'

/** Brings about the state of an entry of *Today*. Returns its subject, and how the state ends. */
export type Scene = (market: Market) => Promise<{ subject: string; end: () => Promise<unknown> }>

export type TestRun = {
  processor?: string
  day?: string
  /** Of the statement that adds the run: how long ago the day was added. */
  age?: string
  lastError?: string | null
}

/** A day that was compared with the processor, or with `lastError` one that could not be. @returns its id. */
export async function addRun({ app }: Pick<Market, 'app'>, given: TestRun = {}): Promise<string> {
  const { processor = 'sandbox', day = '2026-01-05', age = '2 days', lastError = null } = given
  const id = newId()
  await app.db.pool.query(
    `insert into reconciliation_run (id, processor, day, status, last_error, created_at, ended_at, due_at)
     values ($1, $2, $3, $4, $5, now() - $6::interval, now(), now() + interval '1 hour')`,
    [id, processor, day, lastError === null ? 'done' : 'due', lastError, age],
  )
  return id
}

/** A refund that only the processor knows. @returns its id. */
export async function addDifference(
  { app }: Pick<Market, 'app'>,
  runId: string,
  { subject = `re_${newId()}`, foundAgo = '25 hours' } = {},
): Promise<string> {
  const id = newId()
  await app.db.pool.query(
    `insert into reconciliation_difference (id, run_id, processor, "check", kind, subject, reference, theirs, their_cents,
       item_at, found_at)
     select $1, $2, processor, 'not_in_books', 'refund', $3, $3, 'done', 1250, day, now() - $4::interval
     from reconciliation_run where id = $2`,
    [id, runId, subject, foundAgo],
  )
  return id
}

const change = ({ app }: Market, statement: string, ...values: unknown[]) =>
  app.db.pool.query(statement, values)

export const closingScenes: Record<
  'reconciliation_differs' | 'reconciliation_failed' | 'closing_differs',
  Scene[]
> = {
  reconciliation_differs: [
    async (market) => {
      const subject = await addRun(market)
      const id = await addDifference(market, subject)
      const settle = 'update reconciliation_difference set settled_at = now() where id = $1'
      return { subject, end: () => change(market, settle, id) }
    },
  ],
  reconciliation_failed: [
    async (market) => {
      const subject = await addRun(market, { day: '2026-01-06', lastError: 'stripe: status 503' })
      const end = `update reconciliation_run set status = 'done' where id = $1`
      return { subject, end: () => change(market, end, subject) }
    },
  ],
  closing_differs: [
    async (market) => {
      await change(
        market,
        `insert into month_closing (month, closed_by, reason, figures, differs_since)
         values ('2026-01', 'Olga', 'agreed', '{"rows": 0, "accounts": [], "movements": [], "jobs": {}}', now())
         on conflict (month) do update set differs_since = now()`,
      )
      const end = `update month_closing set differs_since = null where month = '2026-01'`
      return { subject: '2026-01', end: () => change(market, end) }
    },
  ],
}

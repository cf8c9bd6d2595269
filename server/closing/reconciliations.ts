import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DifferenceState, ReconciliationState } from '#contract/reconciliation-vocabulary.ts'
import { type By, recordAudit } from '../db/audit.ts'
import type { DayFigure } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'

type Db = Kysely<Tables>

export type Reconciliation = {
  id: string
  processor: string
  /** Such as `2026-03-31`. */
  day: string
  state: ReconciliationState
  startedAt: Date | null
  /** The end of the last comparison. */
  endedAt: Date | null
  lastError: string | null
  /** Empty before the first comparison. */
  figures: DayFigure[]
  elsewhere: number
  isMore: boolean
  openDifferences: number
  differences: number
}

type ReconciliationFilters = {
  processor?: string | undefined
  state?: ReconciliationState | undefined
  /** Id of the last row of the previous page. */
  before?: string | undefined
  limit: number
}

/** Days with their comparison, the newest first. */
export async function listReconciliations(db: Db, filters: ReconciliationFilters): Promise<Reconciliation[]> {
  const { processor, state, before, limit } = filters
  const given = [
    processor !== undefined && sql`processor = ${processor}`,
    state !== undefined && sql`state = ${state}`,
    before !== undefined &&
      sql`(day, processor) < (select last.day::text, last.processor from reconciliation_run last where last.id = ${before})`,
  ].filter((each) => each !== false)
  const { rows } = await sql<Reconciliation>`
    select * from (${runs}) run where ${all(given)} order by day desc, processor desc limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function readReconciliation(db: Db, id: string): Promise<Reconciliation | null> {
  const { rows } = await sql<Reconciliation>`select * from (${runs}) run where id = ${id}`.execute(db)
  return rows[0] ?? null
}

const all = (conditions: RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`

const runs = sql`
  select run.id, run.processor, run.day::text as day, run.started_at as "startedAt", run.ended_at as "endedAt",
    run.last_error as "lastError", run.figures, run.elsewhere, run.is_more as "isMore",
    counts.open as "openDifferences", counts.found as differences,
    case when run.status <> 'done' then run.status
      when counts.open > 0 then 'differs' when counts.found > 0 then 'explained' else 'agrees' end as state
  from reconciliation_run run cross join lateral (
    select count(*)::integer as found,
      (count(*) filter (where settled_at is null and explained_at is null))::integer as open
    from reconciliation_difference d where d.run_id = run.id) counts`

export type DifferenceRow = {
  id: string
  check: 'not_at_processor' | 'not_in_books' | 'differs'
  kind: 'hold' | 'capture' | 'refund' | 'transfer'
  state: DifferenceState
  paymentId: string | null
  jobId: string | null
  reference: string | null
  ours: string | null
  ourCents: number | null
  theirs: string | null
  theirCents: number | null
  itemAt: Date
  foundAt: Date
  settledAt: Date | null
  explainedAt: Date | null
  explainedBy: string | null
  explanation: string | null
}

/** Differences first found by the comparison of a day, open or not, the newest first. */
export async function listDifferences(
  db: Db,
  { runId, before, limit }: { runId: string; before?: string | undefined; limit: number },
): Promise<DifferenceRow[]> {
  const later = before === undefined ? sql`true` : sql`d.id < ${before}`
  const { rows } = await sql<DifferenceRow>`
    ${differences} where d.run_id = ${runId} and ${later} order by d.id desc limit ${limit}`.execute(db)
  return rows
}

export async function readDifference(db: Db, id: string): Promise<DifferenceRow | null> {
  const { rows } = await sql<DifferenceRow>`${differences} where d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

const differences = sql`
  select d.id, d."check", d.kind,
    case when d.settled_at is not null then 'settled' when d.explained_at is not null then 'explained' else 'open' end
      as state,
    d.payment_id as "paymentId", payment.job_id as "jobId", d.reference, d.ours, d.our_cents as "ourCents", d.theirs,
    d.their_cents as "theirCents", d.item_at as "itemAt", d.found_at as "foundAt", d.settled_at as "settledAt",
    d.explained_at as "explainedAt", d.explained_by as "explainedBy", d.explanation
  from reconciliation_difference d left join payment on payment.id = d.payment_id`

type Needs = { kysely: Kysely<Tables> }
type Act = { id: string; by: By }

/**
 * Queues a day for another comparison. A day that is due or being compared is unchanged.
 *
 * @returns false for an unknown comparison.
 */
export function repeatReconciliation({ kysely }: Needs, { id, by }: Act): Promise<boolean> {
  return kysely.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('reconciliation_run')
      .set({ status: 'due', attempts: 0, due_at: sql<Date>`now()`, last_error: null })
      .where('id', '=', id)
      .where(sql<boolean>`(status in ('done', 'failed') or (status = 'due' and last_error is not null))`)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) {
      const targets = [{ type: 'reconciliation' as const, id }]
      await recordAudit(trx, { ...by, act: 'reconciliation.repeat', targets })
      return true
    }
    const known = await trx
      .selectFrom('reconciliation_run')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    return known !== undefined
  })
}

/**
 * Explains an open difference, which removes it from *Today*. It reopens if its amounts change. A settled or explained
 * difference is unchanged.
 *
 * @returns false for an unknown difference.
 */
export function explainDifference({ kysely }: Needs, { id, by }: Act): Promise<boolean> {
  return kysely.transaction().execute(async (trx) => {
    const explained = await trx
      .updateTable('reconciliation_difference')
      .set({ explained_at: sql<Date>`now()`, explained_by: by.actor.name, explanation: by.reason ?? '' })
      .where('id', '=', id)
      .where('explained_at', 'is', null)
      .where('settled_at', 'is', null)
      .returning(['run_id', 'payment_id'])
      .executeTakeFirst()
    if (!explained) {
      const known = await trx
        .selectFrom('reconciliation_difference')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst()
      return known !== undefined
    }
    const { run_id: runId, payment_id: paymentId } = explained
    const payment = paymentId ? [{ type: 'payment' as const, id: paymentId }] : []
    const targets = [
      { type: 'difference' as const, id },
      { type: 'reconciliation' as const, id: runId },
      ...payment,
    ]
    await recordAudit(trx, { ...by, act: 'reconciliation.explain', targets })
    return true
  })
}

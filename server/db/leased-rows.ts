import { type Expression, type Kysely, type Selectable, type SqlBool, sql, type UpdateType } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A table whose rows are work for the background (decision 2). A row is `due`, or `running` while a worker has claimed
 * it; every other status is final and defined by the table. `due_at` is when the row may be claimed: of a running row,
 * when its lease ends.
 */
export type LeasedRows<T extends keyof Tables> = {
  table: T
  /** Precedes `status`, `attempts`, `due_at` and `claim_id` in a table that has other columns with these names. */
  prefix?: string
  /** Longer than the timeout of the work, but short enough to resume the work of a crashed worker within 60 s. */
  leaseSeconds: number
}

/** The right to finish a row. A later claim has another `claimId`; the earlier claim then has no effect. */
export type Claim = { id: string; claimId: string }

/** The claimed row, and the clock of the database. */
export type Claimed<T extends keyof Tables> = Selectable<Tables[T]> & { claimId: string; now: Date }

type Db = Kysely<Tables>

/** New values of other columns of the row. */
type Changes<T extends keyof Tables> = {
  [Column in keyof Tables[T]]?: UpdateType<Tables[T][Column]> | Expression<UpdateType<Tables[T][Column]>>
}

/** Ids of the rows to claim now, longest due first: due rows, and rows whose lease has expired. */
export async function dueIds<T extends keyof Tables>(
  db: Db,
  rows: LeasedRows<T>,
  { limit, where = sql`true` }: { limit: number; where?: Expression<SqlBool> },
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from ${sql.table(rows.table)} where ${isClaimable(rows)} and (${where})
    order by ${column(rows, 'due_at')} limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Whether such a row may be claimed now, for a statement that asks about several tables. */
export const hasDueRows = <T extends keyof Tables>(rows: LeasedRows<T>, where: Expression<SqlBool>) =>
  sql<boolean>`exists (select from ${sql.table(rows.table)} where ${isClaimable(rows)} and (${where}))`

/**
 * Claims a row that is due or whose lease has expired, with a lease. In `changes`, `status` is still the previous one:
 * if it is `running`, an earlier worker has not finished and may have done the work.
 *
 * @returns null when the row is not due, has ended, or has another worker's lease.
 */
export async function claimRow<T extends keyof Tables>(
  db: Db,
  rows: LeasedRows<T>,
  id: string,
  changes: Changes<T> = {},
): Promise<Claimed<T> | null> {
  const set = assignments(rows, changes, {
    status: 'running',
    claim_id: sql`gen_random_uuid()`,
    attempts: sql`${column(rows, 'attempts')} + 1`,
    due_at: afterSeconds(rows.leaseSeconds),
  })
  const claimed = await sql<Claimed<T>>`
    update ${sql.table(rows.table)} set ${set} where id = ${id} and ${isClaimable(rows)}
    returning *, ${column(rows, 'claim_id')} as "claimId", now() as now`.execute(db)
  return claimed.rows[0] ?? null
}

/** Ends the work. @returns false when the claim is lost: another worker has claimed the row since, or it has ended. */
export function finishRow<T extends keyof Tables>(
  db: Db,
  rows: LeasedRows<T>,
  claim: Claim,
  { status, ...changes }: Changes<T> & { status: string | Expression<string> },
): Promise<boolean> {
  return changeOwn(db, rows, claim, assignments(rows, changes, { status }))
}

/** Extends the lease of work that takes long. @returns false when the claim is lost. */
export const renewRow = <T extends keyof Tables>(
  db: Db,
  rows: LeasedRows<T>,
  claim: Claim,
): Promise<boolean> =>
  changeOwn(db, rows, claim, assignments(rows, {}, { due_at: afterSeconds(rows.leaseSeconds) }))

/** Makes the row due again at `dueAt`. @returns false when the claim is lost. */
export function releaseRow<T extends keyof Tables>(
  db: Db,
  rows: LeasedRows<T>,
  claim: Claim,
  { dueAt, ...changes }: Changes<T> & { dueAt: Expression<Date> },
): Promise<boolean> {
  return changeOwn(db, rows, claim, assignments(rows, changes, { status: 'due', due_at: dueAt }))
}

export const afterSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

type LeaseColumn = 'status' | 'attempts' | 'due_at' | 'claim_id'

const column = ({ prefix = '' }: { prefix?: string }, name: LeaseColumn) => sql.ref(`${prefix}${name}`)

/** Whether the work of a row is not finished. `status` names its column, such as `e.status`. */
export const unfinishedSql = (status: string): string => `${status} in ('due', 'running')`

export const isUnfinished = (status: string) => sql<boolean>`${sql.raw(unfinishedSql(status))}`

const isClaimable = (rows: { prefix?: string }) =>
  sql<boolean>`${isUnfinished(`${rows.prefix ?? ''}status`)} and ${column(rows, 'due_at')} <= now()`

async function changeOwn(
  db: Db,
  rows: { table: string; prefix?: string },
  { id, claimId }: Claim,
  set: Expression<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(rows.table)} set ${set}
    where id = ${id} and ${column(rows, 'claim_id')} = ${claimId} and ${column(rows, 'status')} = 'running'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

function assignments(
  rows: { prefix?: string },
  changes: object,
  lease: Partial<Record<LeaseColumn, unknown>>,
): Expression<unknown> {
  const { prefix = '' } = rows
  const own = Object.entries(lease).map(([name, value]) => [`${prefix}${name}`, value] as const)
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return sql.join([...own, ...given].map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
}

type DueRows = {
  /** Limit of concurrent work, to avoid flooding a service that has just recovered. */
  together: number
  findIds: (limit: number) => Promise<string[]>
  work: (id: string) => Promise<unknown>
}

const batch = 50

/** Runs the work of every due row, also rows of crashed workers, until no row is due or `signal` aborts. */
export async function runDueRows({ together, findIds, work }: DueRows, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await findIds(batch)
    const queue = [...ids]
    const worker = async () => {
      for (let id = queue.shift(); id && !signal.aborted; id = queue.shift()) await work(id)
    }
    await Promise.all(Array.from({ length: together }, worker))
    if (ids.length < batch || signal.aborted) return
  }
}

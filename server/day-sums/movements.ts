import { sql, type Transaction } from 'kysely'
import type { MonthFigures } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { movementsOfRows } from './sums-of-rows.ts'
import { daysIn, unsummedSpans } from './unsummed.ts'

type Trx = Transaction<Tables>

/** Movements of live money from one account to another of one kind: their number and their sum. */
export type MovementSum = { debit: string; credit: string; kind: string; movements: number; cents: number }

/** Whole days (UTC). Without a start: since the first row of the ledger. */
type Days = { start?: Date; end: Date }

/** Sums of the movements in these days, in the caller's snapshot. */
export async function readMovements(trx: Trx, { start, end }: Days): Promise<MovementSum[]> {
  const from = start ?? (await firstDay(trx))
  if (!from || from >= end) return []
  const spans = await unsummedSpans(trx, { start: from, end })
  const { rows } = await sql<MovementSum>`
    select debit, credit, kind, sum(movements)::bigint as movements, sum(cents)::bigint as cents from (
      select debit, credit, kind, movements, cents from ledger_day_sum where ${daysIn([{ start: from, end }])}
      union all
      select debit, credit, kind, movements, cents from (${movementsOfRows(spans)}) unsummed) moved
    group by 1, 2, 3`.execute(trx)
  return rows
}

async function firstDay(trx: Trx): Promise<Date | null> {
  const { rows } = await sql<{ day: Date }>`
    select date_trunc('day', at, 'UTC') as day from ledger_transfer where mode = 'live' order by at, id limit 1`.execute(
    trx,
  )
  return rows[0]?.day ?? null
}

/** The debits and credits of each account by kind. */
export function byAccount(sums: readonly MovementSum[]): MonthFigures['movements'] {
  const found = new Map<string, MonthFigures['movements'][number]>()
  for (const { debit, credit, kind, cents } of sums) {
    sideOf(found, debit, kind).debit_cents += cents
    sideOf(found, credit, kind).credit_cents += cents
  }
  const keys = [...found.keys()].sort()
  return keys.flatMap((key) => found.get(key) ?? [])
}

function sideOf(found: Map<string, MonthFigures['movements'][number]>, account: string, kind: string) {
  const key = `${account} ${kind}`
  const side = found.get(key) ?? { account, kind, debit_cents: 0, credit_cents: 0 }
  found.set(key, side)
  return side
}

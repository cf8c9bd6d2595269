import { type Kysely, sql } from 'kysely'
import { daySumDifferences } from '../day-sums/check-day-sums.ts'
import { inSnapshot } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import type { Imbalance } from '../payments/ledger/check.ts'
import { changedDifferences } from './check-ledger.ts'
import { firstPlace, type PartSize, type WalkPlace, walkPart } from './walk-ledger.ts'

type Db = Kysely<Tables>

export type CheckedBooks = {
  differences: Imbalance[]
  /** The beginning of the last whole check of the background; null if everything was compared now. */
  since: string | null
}

/**
 * Compares what has changed since the last whole check of the background, with the sums of days written since then, and
 * the differences it has found. `isWhole`, or if there was none: compares everything, in parts.
 */
export async function checkBooks(
  db: Db,
  { isWhole, size }: { isWhole: boolean; size?: PartSize },
): Promise<CheckedBooks> {
  const { rows } = await sql<{ since: string; text: string; known: Imbalance[] }>`
    select whole_checked_at::text as since, to_char(whole_checked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as text,
      differences as known
    from ledger_check where whole_checked_at is not null`.execute(db)
  const [last] = rows
  if (isWhole || !last) return { differences: await checkAll(db, size), since: null }
  // A transaction that began before the check may have ended after it.
  const since = sql<Date>`(${last.since}::timestamptz - interval '1 hour')`
  const changed = await changedDifferences(db, { since, until: null }, last.known)
  const summed: Imbalance[] = []
  // A day at a time: after an upgrade all days have just been summed.
  for (const day of await daysSummedSince(db, last.since))
    summed.push(...(await daySumDifferences(db, [day])))
  const isNew = (each: Imbalance) =>
    !changed.some(({ check, subject }) => check === each.check && subject === each.subject)
  return { differences: [...changed, ...summed.filter(isNew)], since: last.text }
}

async function checkAll(db: Db, size: PartSize | undefined): Promise<Imbalance[]> {
  const found: Imbalance[] = []
  let place: WalkPlace | null = firstPlace
  while (place) {
    const from: WalkPlace = place
    const part = await inSnapshot(db, (trx) =>
      walkPart(trx, from, { ...(size && { size }), beforeEach: async () => {} }),
    )
    found.push(...part.found)
    place = part.next
  }
  return found
}

async function daysSummedSince(db: Db, since: string) {
  const { rows } = await sql<{ start: Date; end: Date }>`
    select day::timestamp at time zone 'utc' as start, (day + 1)::timestamp at time zone 'utc' as end
    from summed_day where summed_at >= ${since}::timestamptz - interval '1 hour'`.execute(db)
  return rows
}

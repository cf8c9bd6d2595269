import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Processor } from './processor.ts'
import { countElsewhere, findDifferences, type ProcessorDifference } from './processor-differences.ts'
import { copyItems, dropItems, type ItemKind } from './processor-items.ts'

export type ProcessorCheck = {
  processor: string
  /** How many of theirs were compared; null for what it cannot list. */
  compared: Record<ItemKind, number | null>
  /** How many of theirs were not made by Dray. */
  elsewhere: number
  /** The first 1,000. */
  differences: ProcessorDifference[]
  /** There are more differences than these. */
  more: boolean
}

const mostDifferences = 1_000

/**
 * Holds every hold, capture, refund and transfer to the processor's own list. `since` null: from the beginning. What is
 * being changed meanwhile is left to the next check.
 *
 * @returns null when the processor cannot list what it has.
 * @throws ProviderError when a list cannot be read.
 */
export async function checkProcessor(
  { kysely }: { kysely: Kysely<Tables> },
  { processor, since }: { processor: Processor; since: Date | null },
): Promise<ProcessorCheck | null> {
  const { name, listing } = processor
  if (!listing) return null
  return kysely.connection().execute(async (db) => {
    const startedAt = await clock(db)
    try {
      const compared = await copyItems(db, listing, since)
      const most = mostDifferences + 1
      const found = await findDifferences(db, { processor: name, since, startedAt, most })
      const judged = found.filter(({ kind }) => kind !== 'transfer' || compared.transfer !== null)
      return {
        processor: name,
        compared,
        elsewhere: await countElsewhere(db),
        differences: judged.slice(0, mostDifferences),
        more: judged.length > mostDifferences,
      }
    } finally {
      await dropItems(db)
    }
  })
}

/** By the database, which writes the times that are compared with it. */
async function clock(db: Kysely<Tables>): Promise<Date> {
  const { now } = await db
    .selectNoFrom(sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('now'))
    .executeTakeFirstOrThrow()
  return now
}

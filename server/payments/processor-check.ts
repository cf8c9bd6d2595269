import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Processor, ProcessorListing } from './processor.ts'
import { countElsewhere, findDifferences, type ProcessorDifference } from './processor-differences.ts'
import { copyItems, dropItems, type ItemKind } from './processor-items.ts'

export type ProcessorCheck = {
  processor: string
  /** Number of the processor's items that were compared; null for a kind that it cannot list. */
  compared: Record<ItemKind, number | null>
  /** Number of the processor's items that were not made by Dray. */
  elsewhere: number
  /** The first 1,000. */
  differences: ProcessorDifference[]
  /** Whether there are more differences than the first 1,000. */
  more: boolean
}

const mostDifferences = 1_000

/**
 * Compares every hold, capture, refund and transfer with the processor's own list, from `since` or, if null, from the
 * beginning. Rows that change during the check are left to the next check.
 *
 * @returns null when the processor cannot list its items.
 * @throws ProviderError when a list cannot be read.
 */
export async function checkProcessor(
  { kysely }: { kysely: Kysely<Tables> },
  { processor, since }: { processor: Processor; since: Date | null },
): Promise<ProcessorCheck | null> {
  const { name, listing } = processor
  return withListedItems({ kysely }, { listing, since }, async ({ db, compared, startedAt }) => {
    const most = mostDifferences + 1
    const found = await findDifferences(db, { processor: name, since, until: null, startedAt, most })
    const judged = found.filter(({ kind }) => kind !== 'transfer' || compared.transfer !== null)
    return {
      processor: name,
      compared,
      elsewhere: await countElsewhere(db),
      differences: judged.slice(0, mostDifferences),
      more: judged.length > mostDifferences,
    }
  })
}

export type ListedItems = {
  /** The connection with the temporary table `processor_item`. */
  db: Kysely<Tables>
  compared: ProcessorCheck['compared']
  /** Rows that change from now on may be newer than the list. */
  startedAt: Date
}

/**
 * Copies the processor's list to a temporary table, for the time of `work`.
 *
 * @returns null when the processor cannot list its items.
 * @throws ProviderError when a list cannot be read.
 */
export async function withListedItems<T>(
  { kysely }: { kysely: Kysely<Tables> },
  { listing, since }: { listing: ProcessorListing | undefined; since: Date | null },
  work: (items: ListedItems) => Promise<T>,
): Promise<T | null> {
  if (!listing) return null
  return kysely.connection().execute(async (db) => {
    const startedAt = await clock(db)
    try {
      const compared = await copyItems(db, listing, since)
      return await work({ db, compared, startedAt })
    } finally {
      await dropItems(db)
    }
  })
}

/** The database's clock, because the times that are compared with it come from the database. */
async function clock(db: Kysely<Tables>): Promise<Date> {
  const { now } = await db
    .selectNoFrom(sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('now'))
    .executeTakeFirstOrThrow()
  return now
}

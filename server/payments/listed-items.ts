import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { ProcessorListing } from './processor.ts'
import { copyItems, dropItems, type ItemKind } from './processor-items.ts'

export type ListedItems = {
  /** The connection with the temporary table `processor_item`. */
  db: Kysely<Tables>
  /** Number of the items that were listed; null for a kind that the processor cannot list. */
  listed: Record<ItemKind, number | null>
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
      const listed = await copyItems(db, listing, since)
      return await work({ db, listed, startedAt })
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

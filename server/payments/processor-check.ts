import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type Comparison, compareListed } from './compare-listed.ts'
import { withListedItems } from './listed-items.ts'
import type { Processor } from './processor.ts'
import type { ItemKind } from './processor-items.ts'

export type ProcessorCheck = Comparison & {
  processor: string
  /** Number of the processor's items that were compared; null for a kind that it cannot list. */
  compared: Record<ItemKind, number | null>
}

/**
 * Compares every hold, capture, refund and transfer with the processor's own list, from `since` or, if null, from the
 * beginning. Rows that change during the check are left to the next check.
 *
 * @returns null when the processor cannot list its items.
 * @throws ProviderError when a list cannot be read.
 */
export async function checkProcessor(
  { kysely }: { kysely: Kysely<Tables> },
  { processor: { name, listing }, since }: { processor: Processor; since: Date | null },
): Promise<ProcessorCheck | null> {
  return withListedItems({ kysely }, { listing, since }, async (items) => ({
    processor: name,
    compared: items.listed,
    ...(await compareListed(items, { processor: name, since, until: null })),
  }))
}

import type { Processor } from '../processor.ts'
import { type Compared, countElsewhere, findDifferences, type ProcessorDifference } from './differences.ts'
import { type ItemKind, type ListedItems, type SpoolNeeds, withListedItems } from './listed-items.ts'

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
export async function compareProcessor(
  needs: SpoolNeeds,
  { processor: { name, listing }, since }: { processor: Processor; since: Date | null },
): Promise<ProcessorCheck | null> {
  return withListedItems(needs, { listing, since }, async (items) => ({
    processor: name,
    compared: items.listed,
    ...(await compareListed(items, { processor: name, since, until: null })),
  }))
}

export type Comparison = {
  /** The first 1,000. */
  differences: ProcessorDifference[]
  /** Whether there are more differences than the first 1,000. */
  more: boolean
  /** Number of the processor's items that were not made by Dray. */
  elsewhere: number
}

const maxDifferences = 1_000

/** Compares the processor's listed items with our rows. Transfers are compared only if the processor can list them. */
export async function compareListed(
  { db, listed, startedAt }: ListedItems,
  span: Pick<Compared, 'processor' | 'since' | 'until'>,
): Promise<Comparison> {
  const found = await findDifferences(db, { ...span, startedAt, most: maxDifferences + 1 })
  const differences = found.filter(({ kind }) => kind !== 'transfer' || listed.transfer !== null)
  return {
    differences: differences.slice(0, maxDifferences),
    more: differences.length > maxDifferences,
    elsewhere: await countElsewhere(db),
  }
}

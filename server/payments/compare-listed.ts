import type { ListedItems } from './listed-items.ts'
import {
  type Compared,
  countElsewhere,
  findDifferences,
  type ProcessorDifference,
} from './processor-differences.ts'

export type Comparison = {
  /** The first 1,000. */
  differences: ProcessorDifference[]
  /** Whether there are more differences than the first 1,000. */
  more: boolean
  /** Number of the processor's items that were not made by Dray. */
  elsewhere: number
}

const mostDifferences = 1_000

/** Compares the processor's listed items with our rows. Transfers are compared only if the processor can list them. */
export async function compareListed(
  { db, listed, startedAt }: ListedItems,
  span: Pick<Compared, 'processor' | 'since' | 'until'>,
): Promise<Comparison> {
  const found = await findDifferences(db, { ...span, startedAt, most: mostDifferences + 1 })
  const compared = found.filter(({ kind }) => kind !== 'transfer' || listed.transfer !== null)
  return {
    differences: compared.slice(0, mostDifferences),
    more: compared.length > mostDifferences,
    elsewhere: await countElsewhere(db),
  }
}

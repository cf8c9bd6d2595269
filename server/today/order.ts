import { type Loss, todayRules } from '#contract/admin/today-kinds.ts'
import type { Entry } from './entry.ts'

type Ordered = Pick<Entry, 'kind' | 'since' | 'costsAt' | 'amountCents'>

/**
 * The order of *Today* (decision 31): first states that stop all work; then states that cost something now, within a
 * day, later. Within each, first losses of many people, then more cents per hour, then longer waits; last, states
 * without a cost.
 */
export function inOrder<T extends Ordered>(entries: readonly T[], now: Date): T[] {
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry, now) }))
  return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ entry }) => entry)
}

const losses: readonly Loss[] = ['all', 'many', 'one', 'none']

/** Smaller values are first, from left to right. */
function rankOf({ kind, since, costsAt, amountCents }: Ordered, now: Date): number[] {
  const { loss } = todayRules[kind]
  const hoursLeft = (costsAt.getTime() - now.getTime()) / 3_600_000
  const group = loss === 'all' ? -1 : hoursLeft <= 0 ? 0 : hoursLeft < 24 ? 1 : 2
  // A loss within an hour has no time left: an hour is the minimum, so minutes do not outweigh amounts.
  const centsPerHour = (amountCents ?? 0) / Math.max(1, hoursLeft)
  return [group, losses.indexOf(loss), -centsPerHour, Math.max(0, hoursLeft), since.getTime()]
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

import type { TodayEntry } from '#contract/admin/today.ts'

export const urgencies = ['now', 'day', 'later'] as const
export type Urgency = (typeof urgencies)[number]

/** How soon an entry costs something. */
export function urgencyOf({ costs_at }: Pick<TodayEntry, 'costs_at'>, now: number): Urgency {
  const wait = Date.parse(costs_at) - now
  return wait <= 0 ? 'now' : wait < 86_400_000 ? 'day' : 'later'
}

/** Names an entry on the page and in its URL. */
export const keyOf = ({ kind, subject_id }: Pick<TodayEntry, 'kind' | 'subject_id'>): string =>
  `${kind}:${subject_id}`

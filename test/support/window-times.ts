import type { WindowInput } from '#contract/app/windows.ts'
import { newId } from '../../server/lib/ids.ts'
import { dayAt } from '../../server/lib/zoned-time.ts'

/** A day from now in Madrid, where the test jobs are picked up, such as `2026-12-03`. */
export const inDays = (days: number): string =>
  dayAt(new Date(Date.now() + days * 86_400_000), 'Europe/Madrid')

/** A window in two days, 10:00 to 12:00. */
export const windowBody = (more: Partial<WindowInput> = {}): WindowInput => ({
  window_id: newId(),
  day: inDays(2),
  from: '10:00',
  to: '12:00',
  ...more,
})

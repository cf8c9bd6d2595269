import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until the condition is true. The long timeout only ends a wait that would never succeed; it is not a
 * measurement.
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 90_000,
): Promise<void> {
  const givingUpAt = performance.now() + withinMs
  for (let pauseMs = 20; !(await holds()); pauseMs = Math.min(pauseMs * 1.2, 250)) {
    if (performance.now() > givingUpAt) throw new Error(`waited ${withinMs / 1_000} s in vain until ${what}`)
    await sleep(pauseMs)
  }
}

import { useCallback, useRef } from 'react'
import { moveClock, readClock } from '#contract/sandbox/world.ts'
import { ask } from '../api.ts'
import { Refusal } from '../refusal.ts'

export const pollMs = 4_000

/**
 * Advances the clock as fast as a real one while the page is visible, because a world does not move by itself, and then
 * refreshes.
 *
 * @param isRunning whether this tab has made a job or a move. A person who only looks does not move the clock: a test
 *   may use the same world.
 */
export function useTick(isRunning: boolean, refresh: () => Promise<void>): () => Promise<void> {
  const aheadSeconds = useRef<number | null>(null)
  return useCallback(async () => {
    const wanted = aheadSeconds.current
    aheadSeconds.current =
      isRunning && !document.hidden ? await tick(wanted).catch(unlessRefused(wanted)) : null
    await refresh()
  }, [isRunning, refresh])
}

/**
 * Moves the clock until it is as far ahead of the real one as it was. If another tab has moved it meanwhile, only the
 * rest is moved. The time while hidden does not count, except for some seconds.
 *
 * @param wantedSeconds null at first: then the clock is only read.
 * @returns how far it is ahead now.
 */
async function tick(wantedSeconds: number | null): Promise<number> {
  const { ahead_seconds: ahead } = await ask(readClock, {})
  const seconds = Math.min((wantedSeconds ?? ahead) - ahead, (2 * pollMs) / 1_000)
  if (seconds < minSeconds) return ahead
  return (await ask(moveClock, { body: { advance_seconds: seconds } })).ahead_seconds
}

/** The least that the service accepts. */
const minSeconds = 0.001

/** Another call moves the world, or there is something else that the refresh tells. */
const unlessRefused =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (!(error instanceof Refusal)) throw error
    return instead
  }

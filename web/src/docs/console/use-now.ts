import { useEffect, useState } from 'react'
import type { Clock } from './use-world.ts'

/**
 * The present time on the clock of the world. If the page advances it, it advances every second until the next query is
 * overdue.
 */
export function useNow({ now, readAtMs, isRunning }: Clock): Date {
  const [hereMs, setHere] = useState(readAtMs)
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  // The clock may have been read after the last tick.
  const sinceMs = isRunning ? Math.min(maxMs, Math.max(0, hereMs - readAtMs)) : 0
  return new Date(Date.parse(now) + sinceMs)
}

const maxMs = 5_000

export const secondsUntil = (at: string, now: Date): number =>
  Math.ceil((Date.parse(at) - now.getTime()) / 1_000)

import { useEffect, useRef, useState } from 'react'
import { moveClock, type Step } from '#contract/sandbox/world.ts'
import { ask, type Output } from '../api.ts'
import type { Refusal } from '../refusal.ts'
import { useAct } from '../use-act.ts'

export type Target = { advance_seconds: number } | { to: string }

export type ClockMove = {
  isMoving: boolean
  /** Progress of the move, from 0 to 1. */
  progress: number
  /** The steps of the last move; null before the first one. */
  steps: Step[] | null
  refusal: Refusal | null
  move: (target: Target) => Promise<void>
  stop: () => void
}

/**
 * Moves the clock. The service ends a long move early; the rest is requested until it is done or the person stops it.
 */
export function useClockMove(
  onMoved: (clock: Output<typeof moveClock>, steps: Step[]) => Promise<void>,
): ClockMove {
  const { isBusy, refusal, run } = useAct()
  const [progress, setProgress] = useState(0)
  const [steps, setSteps] = useState<Step[] | null>(null)
  const isStopped = useRef(false)
  // With another key, the rest of the move would affect another world.
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const move = (target: Target) =>
    run(async () => {
      isStopped.current = false
      setProgress(0)
      setSteps([])
      let next: Target = target
      let wholeSeconds = 'advance_seconds' in target ? target.advance_seconds : 0
      for (;;) {
        const moved = await ask(moveClock, { body: next })
        const left = moved.remaining_seconds
        wholeSeconds = Math.max(wholeSeconds, left)
        setSteps((before) => [...(before ?? []), ...moved.steps])
        setProgress(wholeSeconds > 0 ? 1 - left / wholeSeconds : 1)
        await onMoved(moved, moved.steps)
        if (left <= 0 || isStopped.current) return
        next = { advance_seconds: left }
      }
    })
  return {
    isMoving: isBusy,
    progress,
    steps,
    refusal,
    move,
    stop: () => {
      isStopped.current = true
    },
  }
}

import type { CarrierJob, CustomerJob } from '#contract/app/job.ts'
import type { JobAct } from './acts.ts'
import type { OrderEvidence } from './history.ts'
import { type Deadline, isBeforeCollection, type JobState } from './job-model.ts'
import { agreedIn, proposalsLeft, proposedIn } from './window-model.ts'

/** A job as its customer or its carrier reads it. */
export type SeenJob = CustomerJob | CarrierJob

/** What both sides see of the time of the collection. `null` for a window that is none of the order. */
type SeenTimes = { wishes: number; agreed: number | null; proposed: number | null; left: number }

const minute = 60_000

/** Decisions 49 and 69. */
const fromWindowMs = 30 * minute
const fromAcceptanceMs = 24 * 60 * minute

/** @returns null for a reader who sees no times: the partner. */
export function timesSeen(body: unknown, { windows }: OrderEvidence): SeenTimes | null {
  const { time } = body as Partial<SeenJob>
  if (!time) return null
  const numberOf = (window: { window_id: string } | null) =>
    window && windows.findIndex(({ id }) => id === window.window_id)
  return {
    wishes: time.wishes.length,
    agreed: numberOf(time.agreed),
    proposed: numberOf(time.proposed),
    left: time.proposals_left,
  }
}

export function mayShowTimes(job: JobState, { do: reads }: JobAct, seen: SeenTimes): boolean {
  const { times } = job
  const isOpen = isBeforeCollection(job)
  return (
    seen.wishes > 0 === times.hasWishes &&
    seen.agreed === agreedIn(times) &&
    seen.proposed === (isOpen ? proposedIn(times) : null) &&
    seen.left === (isOpen ? proposalsLeft(times, reads === 'readMine' ? 'customer' : 'carrier') : 0)
  )
}

/** The deadline for the collection, by the window or the acceptance from which it counts (decisions 49 and 69). */
export function deadlineSeen(job: SeenJob, { windows }: OrderEvidence): Deadline {
  const collectBy = 'collect_by' in job ? job.collect_by : job.cancellation.collect_by
  if (collectBy === null) return null
  const atMs = Date.parse(collectBy)
  const number = windows.findIndex(({ endsMs }) => endsMs + fromWindowMs === atMs)
  if (number >= 0) return number
  return Date.parse(job.accepted_at ?? '') + fromAcceptanceMs === atMs ? 'acceptance' : 'other'
}

import type { TripReportKind } from '#contract/reports.ts'
import type { CardOutcome, Move } from '#contract/sandbox/moves.ts'
import { type StoryName, storyOf } from '#contract/sandbox/stories.ts'
import type { JobFacts } from './job-facts.ts'
import { possibleMoves } from './moves.ts'

/** The next act of a person of the world, and its time in seconds since the creation of the job. */
export type NextAct = { at: number; move: Move; card?: CardOutcome; reason?: TripReportKind }

type Story = (job: JobFacts) => NextAct | null

const hour = 3_600
const day = 24 * hour

/** The customer opens the link, signs in, adds a card and publishes. */
function publishes(job: JobFacts, card: CardOutcome = 'success', from = 0): NextAct | null {
  if (job.status !== 'draft' || job.refusals > 0) return null
  if (!job.isOpened) return { at: from + 5, move: 'open' }
  if (!job.customerId) return { at: from + 8, move: 'sign_in' }
  if (!job.hasCard) return { at: from + 12, move: 'pay', card }
  return job.paymentId ? null : { at: from + 15, move: 'publish' }
}

type Times = { accept: number; collect: number; arrive: number; deliver: number; rate: number }

/** The carrier accepts, collects, is about to arrive and delivers; then both rate. */
function carries(job: JobFacts, { accept, collect, arrive, deliver, rate }: Times): NextAct | null {
  if (job.status === 'posted') return { at: accept, move: 'accept' }
  if (job.status === 'accepted' && !job.isDelivered) {
    if (!job.isCollected) return { at: collect, move: 'collect' }
    return job.isArriving ? { at: deliver, move: 'deliver' } : { at: arrive, move: 'drive' }
  }
  const isRated = job.isRatedByCustomer && job.isRatedByCarrier
  return job.status === 'completed' && !isRated ? { at: rate, move: 'rate' } : null
}

const usual: Times = { accept: 30, collect: 60, arrive: 80, deliver: 90, rate: 100 }
const later = (seconds: number): Times => ({
  accept: usual.accept + seconds,
  collect: usual.collect + seconds,
  arrive: usual.arrive + seconds,
  deliver: usual.deliver + seconds,
  rate: usual.rate + seconds,
})

const acts: Record<StoryName, Story> = {
  by_hand: () => null,
  never_opened: () => null,
  happy: (job) => publishes(job) ?? carries(job, usual),
  declined: (job) => publishes(job, 'declined'),
  bank_confirmation: (job) =>
    publishes(job, 'asks_confirmation') ??
    (job.paymentStatus === 'action_required' ? { at: 25, move: 'confirm' } : carries(job, later(10))),
  nobody_accepts: (job) => publishes(job) ?? (job.status === 'posted' ? { at: day, move: 'cancel' } : null),
  cancelled_free: (job) =>
    publishes(job) ?? (job.status === 'accepted' ? { at: 60, move: 'cancel' } : carries(job, usual)),
  cancelled_with_fee: (job) =>
    publishes(job) ?? (job.status === 'accepted' ? { at: 11 * 60, move: 'cancel' } : carries(job, usual)),
  // The successor finds a carrier who delivers.
  given_back: (job) =>
    publishes(job) ??
    (job.status === 'accepted' && !job.isSuccessor ? { at: 45, move: 'give_back' } : carries(job, usual)),
  // The customer does not answer the report, which counts a day later.
  customer_absent: (job) =>
    publishes(job) ??
    (job.status === 'accepted'
      ? reportsAbsent(job)
      : job.status === 'posted'
        ? { at: 30, move: 'accept' }
        : null),
  // The customer has wishes, the carrier takes one and agrees to move it, and then does not come.
  time_moved: (job) =>
    wishes(job) ??
    publishes(job) ??
    agrees(job) ??
    (job.status === 'accepted' && job.collectBy !== null
      ? { at: job.collectBy + 60, move: 'cancel' }
      : carries(job, usual)),
  capture_refused: (job) =>
    publishes(job, 'refused_at_capture') ?? paysAgain(job) ?? carries(job, { ...usual, rate: day + 60 }),
  tipped: (job) => publishes(job) ?? carries(job, usual) ?? (job.mayTip ? { at: 110, move: 'tip' } : null),
  hold_renewed: (job) => publishes(job) ?? carries(job, later(7 * day)),
  renewal_refused: (job) => publishes(job, 'renewal_refused'),
  sms_refused: () => null,
  sms_late: (job) => publishes(job, 'success', 60) ?? carries(job, later(60)),
}

const wishes = (job: JobFacts): NextAct | null =>
  job.status === 'draft' && job.customerId && !job.hasWishes ? { at: 10, move: 'wish_time' } : null

/** Agrees on a time, and then moves it once. */
function agrees({ status, windows }: JobFacts): NextAct | null {
  if (status !== 'accepted' || windows > 1) return null
  return windows === 0 ? { at: 40, move: 'agree_time' } : { at: 50, move: 'move_time' }
}

const reportsAbsent = ({ tripStatus }: JobFacts): NextAct | null =>
  tripStatus === null ? { at: 16 * 60, move: 'report_trip', reason: 'customer_absent' } : null

/** The bank did not pay for the delivery: the customer pays with another card a day later. */
function paysAgain(job: JobFacts): NextAct | null {
  if (job.status !== 'accepted' || !job.isDelivered || job.isHeld || job.isPaying) return null
  return { at: day, move: 'publish', card: 'success' }
}

/**
 * The next act of a job's story; null without a further act, or while the story waits. An act that is due but not
 * possible waits too, perhaps forever: the partner may have moved the job by hand.
 */
export function nextAct(job: JobFacts): NextAct | null {
  const act = job.isOfPerson || job.isDataRemoved ? null : acts[storyOf(job.storyPhone)](job)
  return act && isDue(job, act) && !possibleMoves(job).includes(act.move) ? null : act
}

export const isDue = (job: JobFacts, act: NextAct): boolean => act.at <= job.age

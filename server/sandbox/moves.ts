import { waitMinutes } from '#contract/app/trip-reports.ts'
import type { TripReportKind } from '#contract/reports.ts'
import type { Move } from '#contract/sandbox/moves.ts'
import { maxWindows } from '../jobs/windows/read-time.ts'
import type { JobFacts } from './job-facts.ts'

/** Whether a move is possible, by the conditions of the app's functions. */
const possible: Record<Move, (job: JobFacts) => boolean> = {
  open: ({ status, isOpened }) => status === 'draft' && !isOpened,
  sign_in: ({ status, customerId }) => status === 'draft' && customerId === null,
  pay: (job) => job.customerId !== null && mayPay(job),
  publish: (job) => job.hasCard && mayPay(job),
  wish_time: ({ status, customerId, hasWishes }) =>
    (status === 'posted' || (status === 'draft' && customerId !== null)) && !hasWishes,
  confirm: ({ paymentStatus }) => paymentStatus === 'action_required',
  refuse_confirmation: ({ paymentStatus }) => paymentStatus === 'action_required',
  accept: ({ status, isHidden, isHeld }) => status === 'posted' && !isHidden && isHeld,
  agree_time: ({ status, isCollected, hasWindow }) => status === 'accepted' && !isCollected && !hasWindow,
  move_time: ({ status, isCollected, hasWindow, windows }) =>
    status === 'accepted' && !isCollected && hasWindow && windows < maxWindows,
  collect: ({ status, isCollected, isDelivered }) => status === 'accepted' && !isCollected && !isDelivered,
  drive: ({ status, isCollected, isDelivered }) => status === 'accepted' && isCollected && !isDelivered,
  deliver: ({ status, isDelivered }) => status === 'accepted' && !isDelivered,
  give_back: ({ status, isCollected }) => status === 'accepted' && !isCollected,
  report_trip: (job) => mayReportTrip(job, 'wrong_address'),
  answer_trip: ({ status, isCollected, tripStatus }) =>
    status === 'accepted' && !isCollected && tripStatus === 'open',
  cancel: (job) =>
    (job.status === 'posted' || job.status === 'accepted') &&
    !job.isCollected &&
    !job.isPaying &&
    !isTripAsked(job),
  rate: ({ status, isDataRemoved, isRatedByCustomer, isRatedByCarrier }) =>
    status === 'completed' && !isDataRemoved && !(isRatedByCustomer && isRatedByCarrier),
  tip: ({ mayTip }) => mayTip,
}

/** The customer answers the report of the carrier instead of cancelling, and staff decide. */
const isTripAsked = ({ tripStatus, isTripLate }: JobFacts): boolean =>
  (tripStatus === 'open' || tripStatus === 'answered') && !isTripLate

/** A draft, a job whose hold was lost, and a delivered job without a capture can be paid. */
function mayPay({ status, isHidden, isDelivered, isHeld, isPaying }: JobFacts): boolean {
  if (isPaying) return false
  return (
    status === 'draft' ||
    (status === 'posted' && isHidden) ||
    (status === 'accepted' && isDelivered && !isHeld)
  )
}

/**
 * Whether the carrier can report that it cannot collect, for this reason: a breakdown at any time, a wasted trip when
 * the agreed time has begun, and an absent customer after it has waited.
 */
export function mayReportTrip(job: JobFacts, reason: TripReportKind): boolean {
  if (job.status !== 'accepted' || job.isCollected || job.tripStatus !== null) return false
  if (reason === 'breakdown') return true
  return job.waitedFor >= (reason === 'customer_absent' ? waitMinutes * 60 : 0)
}

/** The possible moves of the people of the world. Empty once a real person has opened the draft in the app. */
export const possibleMoves = (job: JobFacts): Move[] =>
  job.isOfPerson ? [] : (Object.keys(possible) as Move[]).filter((move) => possible[move](job))

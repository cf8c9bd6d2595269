import type { JobAct, Party } from './acts.ts'
import { agree, agreedIn, noTimes, propose, type Side, type Times } from './window-model.ts'

/** A job as spec part 3 and DESIGN 3, Life, describe it. A draft that was withdrawn is `gone`. */
export type JobState = {
  status: 'draft' | 'posted' | 'accepted' | 'cancelled' | 'gone'
  /** The customer has opened the link. */
  isClaimed: boolean
  /** The attempt whose hold published the job. */
  paidBy: number | null
  carrier: number | null
  isCollected: boolean
  isDelivered: boolean
  cancelledBy: 'customer' | 'carrier' | 'staff' | null
  notes: string | null
  times: Times
}

export const newDraft: JobState = {
  status: 'draft',
  isClaimed: false,
  paidBy: null,
  carrier: null,
  isCollected: false,
  isDelivered: false,
  cancelledBy: null,
  notes: null,
  times: noTimes,
}

/** What an act may come to in a state: `next` is the state after it, `errors` are refusals that change nothing. */
type Possible = { next?: JobState; errors?: readonly string[] }

/** From which the deadline for the collection counts: the end of a window, by its number, or the acceptance. */
export type Deadline = number | 'acceptance' | 'other' | null

/** What people see of a job; a member that the reader is not shown is absent. */
export type Seen = {
  status: string
  isCollected?: boolean
  isDelivered?: boolean
  cancelledBy?: string | null
  notes?: string | null
  deadline?: Deadline
}

/** The attempts to pay whose card the bank declines. */
export type Cards = { isDeclined: (payment: number) => boolean }

/** The whole life of a job: what each act may come to in each state. */
export function possible(job: JobState, act: JobAct, cards: Cards): Possible {
  if (job.status === 'gone') return { errors: [act.do === 'cancelByStaff' ? 'wrong_state' : 'not_found'] }
  switch (act.do) {
    case 'open':
      return { next: { ...job, isClaimed: true } }
    case 'withdraw':
      return job.status === 'draft'
        ? { next: { ...job, status: 'gone' }, errors: ['is_paying'] }
        : { errors: ['wrong_state'] }
    case 'cancelByStaff':
      return isOpen(job) && !job.isDelivered
        ? { next: { ...job, status: 'cancelled', cancelledBy: 'staff' } }
        : { errors: ['wrong_state'] }
    case 'accept':
      return accept(job, act.carrier)
    case 'collect':
    case 'deliver':
    case 'giveBack':
      return job.carrier === act.carrier ? byCarrier[act.do](job) : { errors: ['not_found'] }
    case 'propose':
    case 'agree':
      return isParty(job, act.by) ? meet(job, act) : { errors: ['not_found'] }
    case 'wish':
    case 'notes':
    case 'publish':
    case 'cancel':
      return job.isClaimed ? byCustomer(job, act, cards) : { errors: ['not_found'] }
    default:
      return { next: job }
  }
}

/** Customer and carrier can agree on a time. */
export const isBeforeCollection = ({ status, isCollected }: JobState) => status === 'accepted' && !isCollected

const isParty = (job: JobState, by: Party) => (by === 'customer' ? job.isClaimed : job.carrier === by)

function meet(job: JobState, { by: party, ...act }: Extract<JobAct, { do: 'propose' | 'agree' }>): Possible {
  const by: Side = party === 'customer' ? 'customer' : 'carrier'
  const how = { by, isOpen: isBeforeCollection(job) }
  const { next: times, errors } =
    act.do === 'propose' ? propose(job.times, { ...act, ...how }) : agree(job.times, { ...act, ...how })
  return times ? { next: { ...job, times } } : { errors: errors ?? [] }
}

const isOpen = ({ status }: JobState) => status === 'posted' || status === 'accepted'

function accept(job: JobState, carrier: number): Possible {
  if (job.status === 'posted') return { next: { ...job, status: 'accepted', carrier } }
  if (job.status === 'draft') return { errors: ['not_found'] }
  if (job.status === 'cancelled') return { errors: ['wrong_state'] }
  return job.carrier === carrier ? { next: job } : { errors: ['already_taken'] }
}

const byCarrier = {
  collect: (job: JobState): Possible =>
    job.status === 'accepted' ? { next: { ...job, isCollected: true } } : { errors: ['wrong_state'] },
  deliver: (job: JobState): Possible =>
    job.status === 'accepted'
      ? { next: { ...job, isCollected: true, isDelivered: true } }
      : { errors: ['wrong_state'] },
  giveBack(job: JobState): Possible {
    if (job.cancelledBy === 'carrier') return { next: job }
    if (job.status !== 'accepted' || job.isCollected) return { errors: ['wrong_state'] }
    return { next: { ...job, status: 'cancelled', cancelledBy: 'carrier' } }
  },
}

type CustomerAct = Extract<JobAct, { do: 'wish' | 'notes' | 'publish' | 'cancel' }>

function byCustomer(job: JobState, act: CustomerAct, cards: Cards): Possible {
  if (act.do === 'publish') return publish(job, act.payment, cards)
  if (act.do === 'wish') return wish(job)
  if (act.do === 'notes')
    return (job.status === 'draft' || isOpen(job)) && !job.isCollected
      ? { next: { ...job, notes: act.text } }
      : { errors: ['wrong_state'] }
  if (job.cancelledBy === 'customer') return { next: job }
  if (job.status === 'draft') return { errors: ['wrong_state', 'payment_pending'] }
  return isOpen(job) && !job.isCollected
    ? { next: { ...job, status: 'cancelled', cancelledBy: 'customer' } }
    : { errors: ['wrong_state'] }
}

/** The wishes of an order are always the same, so a repeated request changes nothing. */
function wish(job: JobState): Possible {
  if (job.times.hasWishes) return { next: job }
  return job.status === 'draft' || job.status === 'posted'
    ? { next: { ...job, times: { ...job.times, hasWishes: true } } }
    : { errors: ['wrong_state'] }
}

function publish(job: JobState, payment: number, { isDeclined }: Cards): Possible {
  if (job.status !== 'draft') return job.paidBy === payment ? { next: job } : { errors: ['wrong_state'] }
  // Another attempt may be in progress at the processor.
  if (isDeclined(payment)) return { errors: ['declined', 'payment_pending'] }
  return { next: { ...job, status: 'posted', paidBy: payment }, errors: ['payment_pending'] }
}

/** Whether a reader may see this of a job in this state; null is a 404. */
export function mayShow(job: JobState, act: JobAct, seen: Seen | null): boolean {
  if (job.status === 'gone' || !isShownTo(job, act)) return seen === null
  if (!seen) return false
  const statuses = job.isDelivered && job.status === 'accepted' ? ['accepted', 'completed'] : [job.status]
  return (
    statuses.includes(seen.status) &&
    isSame(seen.isCollected, job.isCollected) &&
    isSame(seen.isDelivered, job.isDelivered) &&
    isSame(seen.cancelledBy, job.cancelledBy) &&
    isSame(seen.notes, job.notes) &&
    isSame(seen.deadline, deadlineOf(job))
  )
}

const deadlineOf = (job: JobState) => (isBeforeCollection(job) ? (agreedIn(job.times) ?? 'acceptance') : null)

function isShownTo(job: JobState, act: JobAct): boolean {
  if (act.do === 'readMine') return job.isClaimed
  return act.do !== 'readTheirs' || job.carrier === act.carrier
}

const isSame = <T>(seen: T | undefined, stored: T) => seen === undefined || seen === stored

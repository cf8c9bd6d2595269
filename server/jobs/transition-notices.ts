import type { CarrierFault, NoticeKind } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import type { StepName, TransitionName } from './states.ts'

export type Notice = { accountId: string; kind: NoticeKind }

type People = { customer_id: string | null; carrier_id: string | null; carrier_fault: CarrierFault | null }
type Moved = { name: TransitionName; actor: Tables['job_event']['actor']; job: People }

/** Notices for a transition (spec part 3, "Also happens"): for everyone concerned except the actor. */
export function noticesOfTransition({ name, actor, job }: Moved): Notice[] {
  const { customer_id, carrier_id } = job
  if (name === 'publish') return to(customer_id, 'job_posted')
  if (name === 'accept') return to(customer_id, 'job_accepted')
  if (name === 'complete') return [...to(customer_id, 'job_charged'), ...to(carrier_id, 'job_completed')]
  return noticesOfCancellation(actor, job)
}

export function noticesOfStep(step: StepName, { customer_id, carrier_id }: People): Notice[] {
  if (step === 'reassign')
    return [...to(customer_id, 'carrier_changed'), ...to(carrier_id, 'job_moved_to_you')]
  if (step === 'collect') return to(customer_id, 'job_collected')
  return step === 'hide' ? to(customer_id, 'hold_not_renewed') : []
}

function noticesOfCancellation(
  actor: Moved['actor'],
  { customer_id, carrier_id, carrier_fault }: People,
): Notice[] {
  if (actor === 'customer')
    return to(carrier_id, carrier_fault ? 'job_cancelled_uncollected' : 'job_cancelled_by_customer')
  if (actor === 'carrier') return to(customer_id, 'job_cancelled_by_carrier')
  const kind = actor === 'staff' ? 'job_cancelled_by_staff' : 'job_cancelled_by_system'
  return [...to(customer_id, kind), ...to(carrier_id, kind)]
}

const to = (accountId: string | null, kind: NoticeKind): Notice[] => (accountId ? [{ accountId, kind }] : [])

import type { TodayEntry } from '#contract/admin/today.ts'
import type { Search } from '../../panel/link.tsx'
import { placeOf } from '../places.ts'

type Place = { to: string; search?: Search }

/** The page that an entry is about; null for one that belongs to none. */
export function placeOfEntry({ kind, job_id, account_id, subject_id }: TodayEntry): Place | null {
  if (account_id !== null) {
    const isDocument = kind === 'document_waiting' || kind === 'document_expires'
    return { ...placeOf.carrier(account_id), ...(isDocument && { search: { document: subject_id } }) }
  }
  if (kind === 'reconciliation_differs' || kind === 'reconciliation_failed')
    return placeOf.reconciliation(subject_id)
  if (kind === 'closing_differs') return placeOf.closing(subject_id)
  if (kind === 'partner_near_limit') return { ...placeOf.partner(subject_id), search: { tab: 'keys' } }
  if (kind === 'partner_errors') return { ...placeOf.partner(subject_id), search: { tab: 'errors' } }
  if (kind === 'provider_failing')
    return { to: '/admin/health', search: { tab: 'providers', provider: subject_id } }
  if (kind === 'sign_in_refused') return { to: '/admin/audit', search: { target: subject_id } }
  if (kind === 'tasks_stopped') return { to: '/admin/health' }
  if (kind === 'dispute_open')
    return { to: '/admin/money/charges', search: { of: 'disputes', state: 'open', dispute: subject_id } }
  if (isCall(kind) && job_id === null) return placeOfCall({ job_id, subject_id })
  return job_id === null ? null : placeOf.job(job_id)
}

const isCall = (kind: TodayEntry['kind']): boolean =>
  kind === 'capture_stuck' || kind === 'refund_stuck' || kind === 'payout_stuck'

/** The open call to the processor, with the acts that try it again or compare it. */
const placeOfCall = ({ job_id, subject_id }: Pick<TodayEntry, 'job_id' | 'subject_id'>): Place => ({
  to: '/admin/money/charges',
  search: { of: 'calls', ...(job_id ? { job: job_id } : { state: 'failing' }), effect: subject_id },
})

/** The act that ends an entry, with the place where it is done; null where no single act does. */
export function actOfEntry(entry: TodayEntry): { name: ActName; place: Place } | null {
  const name = actNames[entry.kind]
  const place = isCall(entry.kind) ? placeOfCall(entry) : placeOfEntry(entry)
  if (!name || !place) return null
  if (place.search || name === 'approve' || name === 'open_health') return { name, place }
  return { name, place: { ...place, search: { act: name } } }
}

const actNames = {
  sms_failed: 'resend_text',
  job_owed: 'charge',
  collection_overdue: 'reassign',
  carrier_waiting: 'approve',
  document_waiting: 'review',
  problem_open: 'decide',
  delivery_doubted: 'confirm_delivery',
  partner_near_limit: 'see_keys',
  partner_errors: 'see_errors',
  provider_failing: 'test',
  sign_in_refused: 'see_refusals',
  tasks_stopped: 'open_health',
  dispute_open: 'answer',
  capture_stuck: 'try_again',
  refund_stuck: 'try_again',
  payout_stuck: 'try_again',
} as const satisfies Partial<Record<TodayEntry['kind'], string>> as Partial<
  Record<TodayEntry['kind'], ActName>
>

type ActName =
  | 'resend_text'
  | 'charge'
  | 'reassign'
  | 'approve'
  | 'review'
  | 'decide'
  | 'confirm_delivery'
  | 'see_keys'
  | 'see_errors'
  | 'see_refusals'
  | 'test'
  | 'open_health'
  | 'answer'
  | 'try_again'

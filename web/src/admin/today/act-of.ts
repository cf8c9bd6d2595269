import type { TodayEntry, TodayPart } from '#contract/admin/today.ts'
import { type TodayAct, todayRules } from '#contract/admin/today-kinds.ts'
import type { Search } from '../../panel/link.tsx'
import { placeOf } from '../places.ts'
import { keyOf } from './urgency.ts'

type Place = { to: string; search?: Search }

/** The page that an entry is about; null for one that opens in the drawer. */
export function placeOfEntry({ kind, job_id, account_id, subject_id, parts }: TodayEntry): Place | null {
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
  if (kind === 'pushes_refused') return { to: '/admin/health', search: { tab: 'providers' } }
  if (kind === 'sign_in_refused') return { to: '/admin/audit', search: { target: subject_id } }
  if (kind === 'tasks_stopped') return { to: '/admin/health' }
  if (kind === 'dispute_open')
    return { to: '/admin/money/charges', search: { of: 'disputes', state: 'open', dispute: subject_id } }
  if (isCall(kind) && job_id === null) return placeOfCall({ job_id, subject_id })
  return job_id === null || parts.length > 0 ? null : placeOf.job(job_id)
}

const isCall = (kind: TodayEntry['kind']): boolean =>
  kind === 'capture_stuck' || kind === 'refund_stuck' || kind === 'payout_stuck'

/** The open call to the processor, with the acts that retry or compare it. */
const placeOfCall = ({ job_id, subject_id }: Pick<TodayEntry, 'job_id' | 'subject_id'>): Place => ({
  to: '/admin/money/charges',
  search: { of: 'calls', ...(job_id ? { job: job_id } : { state: 'failing' }), effect: subject_id },
})

/** The act that ends an entry (`contract/admin/today-kinds.ts`), with the place where it is done. */
export function actOfEntry(entry: TodayEntry): { name: TodayAct; place: Place } {
  const name = todayRules[entry.kind].act
  const place = isCall(entry.kind) ? placeOfCall(entry) : placeOfEntry(entry)
  if (!place) return { name, place: { to: '/admin', search: { entry: keyOf(entry) } } }
  // The page of a job opens the dialog of the act that its address names.
  if (entry.job_id === null || place.search) return { name, place }
  return { name, place: { ...place, search: { act: name } } }
}

/**
 * The acts for one of the rows that are folded into an entry; empty for a document, because the decision is on its
 * carrier.
 */
export function actsOfPart({ kind }: TodayEntry, { job_id }: TodayPart): { name: TodayAct; place: Place }[] {
  if (job_id === null) return []
  const { act, also } = todayRules[kind]
  return [act, ...(also ? [also] : [])].map((name) => ({
    name,
    place: { ...placeOf.job(job_id), search: { act: name } },
  }))
}

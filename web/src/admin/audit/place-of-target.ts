import type { AuditEvent } from '#contract/admin/audit.ts'
import type { Search } from '../../panel/link.tsx'
import { placeOf } from '../places.ts'

type Target = AuditEvent['targets'][number]

/** The page of what was changed; null if it has no page. */
export function placeOfTarget({ type, id, partner_id }: Target, act: string): Place | null {
  if (type === 'partner') return placeOf.partner(id)
  if (type === 'job') return placeOf.job(id)
  if (type === 'account') return isOfCarriers.test(act) ? placeOf.carrier(id) : placeOf.customer(id)
  if (type === 'member' || type === 'invitation') return { to: '/admin/staff' }
  if (type === 'key' && partner_id)
    return { ...placeOf.partner(partner_id), search: { tab: 'keys', key: id } }
  if (type === 'tariff')
    return { to: '/admin/tariffs', search: { version: id, ...(partner_id && { partner: partner_id }) } }
  if (type === 'invoice') return { to: '/admin/money/receipts', search: { number: id } }
  if (type === 'month') return placeOf.closing(id)
  if (type === 'reconciliation') return placeOf.reconciliation(id)
  return null
}

type Place = { to: string; search?: Search }

const isOfCarriers = /^(carrier|document)\./

import type { TodayEntry } from '#contract/admin/today.ts'
import type { Search } from '../../panel/link.tsx'
import { placeOf } from '../places.ts'

type Place = { to: string; search?: Search }

/** The page of the job or carrier that an entry is about; null for one that belongs to neither. */
export function placeOfEntry({ kind, job_id, subject_id }: TodayEntry): Place | null {
  if (kind === 'carrier_waiting') return placeOf.carrier(subject_id)
  return job_id === null ? null : placeOf.job(job_id)
}

/** The act that ends an entry, with the place where it is done; null where no single act does. */
export function actOfEntry(entry: TodayEntry): { name: ActName; place: Place } | null {
  const name = actNames[entry.kind]
  const place = placeOfEntry(entry)
  if (!name || !place) return null
  if (name === 'approve') return { name, place }
  return { name, place: { ...place, search: { act: name === 'decide' ? 'dismiss' : name } } }
}

const actNames = {
  sms_failed: 'resend_text',
  job_owed: 'charge',
  carrier_waiting: 'approve',
  problem_open: 'decide',
  delivery_doubted: 'confirm_delivery',
} as const satisfies Partial<Record<TodayEntry['kind'], string>> as Partial<
  Record<TodayEntry['kind'], ActName>
>

type ActName = 'resend_text' | 'charge' | 'approve' | 'decide' | 'confirm_delivery'

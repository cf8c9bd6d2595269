import type { Kysely } from 'kysely'
import { type By, recordAudit } from '../../../db/audit.ts'
import type { Tables } from '../../../db/tables.ts'
import { isE164 } from '../../../lib/phone.ts'

/** The meanings of a searched text: a phone, which may also be a reference, or any of the others. */
type Search =
  | { phone: string; references: string[] }
  | { phone: null; jobId: string | null; shortId: string | null; text: string }

export function recognise(search: string): Search {
  const text = search.normalize('NFC')
  const phone = phoneIn(text)
  // Nine digits in a search may also be a reference; the panel sends them as a Spanish number.
  if (phone) return { phone, references: [text, phone.replace(/^\+34/, '')] }
  const jobId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null
  const shortId = /^[0-9A-Za-z]{8,40}$/.test(text) ? text : null
  return { phone: null, jobId, shortId, text }
}

/** The phone in a text with country code, such as `+34 …` or `0034…`: partners' references may consist of digits. */
export function phoneIn(text: string): string | null {
  const bare = text.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
  return isE164(bare) ? bare : null
}

/** Records a search for a phone, with its last two digits only. */
export function recordPhoneSearch(
  kysely: Kysely<Tables>,
  { phone, by }: { phone: string; by: By },
): Promise<void> {
  const changes = { last_two_digits: { from: null, to: phone.slice(-2) } }
  return kysely
    .transaction()
    .execute((trx) => recordAudit(trx, { ...by, act: 'job.search_phone', targets: [], changes }))
}

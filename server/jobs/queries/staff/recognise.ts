import { isE164 } from '../../../lib/phone.ts'

/** What a searched text may be: a phone, which may also be a reference, or any of the others at once. */
export type Search =
  | { phone: string; references: string[] }
  | { phone: null; jobId: string | null; shortId: string | null; text: string }

export function recognise(search: string): Search {
  const text = search.normalize('NFC')
  const phone = phoneIn(text)
  // Nine digits that were searched for may also be a reference; the panel sends them as a Spanish number.
  if (phone) return { phone, references: [text, phone.replace(/^\+34/, '')] }
  const jobId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null
  const shortId = /^[0-9A-Za-z]{8,40}$/.test(text) ? text : null
  return { phone: null, jobId, shortId, text }
}

/** The phone of a text with its country code, as `+34 …` or `0034…`: references of partners may consist of digits. */
export function phoneIn(text: string): string | null {
  const bare = text.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
  return isE164(bare) ? bare : null
}

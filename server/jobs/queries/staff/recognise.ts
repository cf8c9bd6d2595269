import { isE164 } from '../../../lib/phone.ts'
import { Problem } from '../../../lib/problem.ts'

/** What a searched text may be. A phone is nothing else; a text may be several of the others at once. */
export type Search =
  | { phone: string }
  | { phone: null; jobId: string | null; shortId: string | null; text: string }

/** @throws Problem `validation_error` for a text that begins like a phone and is none. */
export function recognise(search: string): Search {
  const text = search.normalize('NFC')
  if (looksLikePhone(text)) {
    if (isE164(text)) return { phone: text }
    throw new Problem('validation_error', (t) => t.accounts.checkInput, {
      details: { 'filters.search': (t) => t.panel.searchE164 },
    })
  }
  const jobId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null
  const shortId = /^[0-9A-Za-z]{8,40}$/.test(text) ? text : null
  return { phone: null, jobId, shortId, text }
}

/** Only a text with a plus before its digits: references of partners may consist of digits. */
export const looksLikePhone = (text: string): boolean => /^\+[\d\s().-]+$/.test(text)

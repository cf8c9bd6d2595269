import type { DocumentKind } from '#contract/vocabulary.ts'
import { Problem } from '../../lib/problem.ts'

/** Kinds that always end; the others may have no last day. */
const ending: readonly DocumentKind[] = ['licence', 'insurance']

/**
 * Checks the last day of a document.
 *
 * @throws Problem `validation_error` keyed `expires_on`: it is missing, not in the calendar, or in the past (UTC).
 */
export function checkExpiry(kind: DocumentKind, expiresOn: string | undefined, now = new Date()): void {
  if (expiresOn === undefined) {
    if (ending.includes(kind)) throw missing
    return
  }
  const day = new Date(`${expiresOn}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== expiresOn) throw unknownDay
  if (expiresOn < now.toISOString().slice(0, 10)) throw past
}

const missing = new Problem('validation_error', (t) => t.documents.expiryMissing, {
  details: { expires_on: (t) => t.documents.expiryMissing },
})
const unknownDay = new Problem('validation_error', (t) => t.documents.expiryUnknown, {
  details: { expires_on: (t) => t.documents.expiryUnknown },
})
const past = new Problem('validation_error', (t) => t.documents.expiryPast, {
  details: { expires_on: (t) => t.documents.expiryPast },
})

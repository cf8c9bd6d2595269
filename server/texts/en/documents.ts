import type { DocumentKind, DocumentState } from '#contract/vocabulary.ts'

/** Documents of carriers. */
export const documents = {
  kinds: { licence: 'licence', insurance: 'insurance', other: 'other document' } satisfies Record<
    DocumentKind,
    string
  >,
  expiryMissing: 'Enter the last day on which it is valid.',
  expiryUnknown: 'There is no such day.',
  expiryPast: 'This day is in the past.',
  accepted: 'This document is accepted. To change it, upload a new one.',
  tooMany: 'You have uploaded many documents. Please continue tomorrow.',
  tooManyPhotos: 'You have uploaded many photos. Please continue in an hour.',
  photoNotShown: 'This photo is not shown any more.',
  notAsked: (days: number) =>
    `It does not end within 30 days, the carrier was asked in the last ${days} days or has sent another, or neither a push nor a text reaches them.`,
  notWaiting: {
    waiting: 'This document is waiting for a decision.',
    accepted: 'This document is accepted already.',
    expired: 'This document was accepted, and has expired since.',
    refused: 'This document is refused already.',
    replaced: 'The carrier has uploaded a newer document.',
  } satisfies Record<DocumentState, string>,
  /** Why a carrier cannot be approved; `kinds` are texts of `kinds`. */
  missing: (kinds: string[]) =>
    `The carrier cannot be approved yet. No accepted and valid document of: ${kinds.join(', ')}.`,
}

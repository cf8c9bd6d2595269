import { Type } from 'typebox'
import { Id, Instant, MaybeText } from './app/common.ts'
import { documentKinds, documentStates } from './vocabulary.ts'

/** A document of a carrier, as the app and the panel show it. */

export const DocumentKindChoice = Type.Enum([...documentKinds], {
  type: 'string',
  description: '`licence` to drive, `insurance` of the vehicle or the goods, or `other`.',
})

export const Day = (description: string) =>
  Type.String({
    pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
    description: `${description}, such as \`2027-03-31\`.`,
  })

export const documentMembers = {
  document_id: Id('The document.'),
  kind: DocumentKindChoice,
  state: Type.Enum([...documentStates], {
    type: 'string',
    description:
      '`waiting` for the operator; `expired` was accepted and has ended; `replaced` by a later one of its kind.',
  }),
  expires_on: MaybeText(
    'The last day on which it is valid (UTC), such as `2027-03-31`; null when it does not end.',
  ),
  reason: MaybeText('Why it was refused, in words for the carrier; null for others.'),
  created_at: Instant('Uploaded'),
  has_picture: Type.Boolean({ description: 'False once the picture was deleted because of its age.' }),
}

export const documentParam = { document_id: Id('The document.') }

export const pictureAnswer = {
  description:
    'The picture, upright and without its metadata, at most 1600 pixels wide or high. Never cached.',
  body: null,
}

export const NeededKinds = Type.Array(DocumentKindChoice, {
  description: 'The kinds that the operator needs before a carrier is approved (`CARRIER_DOCUMENTS`).',
})

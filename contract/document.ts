import { Type } from 'typebox'
import { Id, Instant, MaybeText } from './app/common.ts'
import { documentKinds, documentStates } from './vocabulary.ts'

/** A document of a carrier, as the app and the panel show it. */

export const DocumentKindChoice = Type.Enum([...documentKinds], {
  type: 'string',
  description:
    '`licence`: licence to drive; `insurance`: of the vehicle or the goods; `other`: any other document.',
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
      '`waiting`: the operator has not decided; `expired`: accepted, but its last day has passed; `replaced`: by a later document of its kind.',
  }),
  expires_on: MaybeText(
    'The last day on which it is valid (UTC), such as `2027-03-31`; null if it has no last day.',
  ),
  reason: MaybeText('Why it was refused, written for the carrier; null unless it was refused.'),
  created_at: Instant('When it was uploaded'),
  has_picture: Type.Boolean({ description: 'False after the picture was deleted because of its age.' }),
}

export const documentParam = { document_id: Id('The document.') }

export const pictureAnswer = {
  description:
    'The picture, upright and without its metadata, at most 1,600 pixels wide and high. It is sent with `no-store`.',
  body: null,
}

export const NeededKinds = Type.Array(DocumentKindChoice, {
  description:
    'The kinds of documents that a carrier must have before the operator approves the carrier (setting `CARRIER_DOCUMENTS`).',
})

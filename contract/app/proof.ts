import { type Static, Type } from 'typebox'
import { codeResults, deliveryCodeDigits, proofRules, proofSteps } from '../proof.ts'
import { Instant, MaybeNumber, MaybeText, PhotoId, Point, SentInstant } from './common.ts'
import { AppPhoto } from './job-parts.ts'

/*
 * Proof of the collection and the delivery (decision 73): what is asked of the carrier, what the carrier sends, and
 * what the customer sees.
 */

const Rule = Type.Enum([...proofRules], { type: 'string' })

export const AskedProof = Type.Object(
  {
    collection_photo: Rule,
    delivery_photo: Rule,
    code: Type.Boolean({
      description: 'True if the delivery needs the code of the customer, or `without_code` and a photo.',
    }),
    code_tries: Type.Integer({
      minimum: 0,
      description: 'How often a code can still be tried; 0 if none is asked.',
    }),
  },
  {
    additionalProperties: false,
    description:
      'What is asked of this carrier, as it was when the carrier accepted; a later change of the settings does not change it. `required`: the request is refused without a photo.',
  },
)
export type AskedProof = Static<typeof AskedProof>

export const JobProof = Type.Object(
  {
    step: Type.Enum([...proofSteps], { type: 'string' }),
    photo: Type.Union([AppPhoto, Type.Null()], {
      description: 'The photo of the carrier; null without one, and once it was removed.',
    }),
    at: Instant(
      'When the carrier did it: by the clock of the phone where that is possible, else when the server got it',
    ),
    received_at: Instant('When the server got it, which is later if the phone was offline'),
    distance: Type.Unsafe<'about' | 'within' | null>({
      type: ['string', 'null'],
      enum: ['about', 'within', null],
      description:
        'What is known of the distance between the phone and the address: `about` or `within` `distance_m`. Null without a place, or if phone and address are known too roughly.',
    }),
    distance_m: MaybeNumber('Metres, rounded; null if `distance` is null.'),
    code: Type.Unsafe<(typeof codeResults)[number] | null>({
      type: ['string', 'null'],
      enum: [...codeResults, null],
      description:
        'Of a delivery: whether the code of the customer was `used`, or `bypassed` with a photo; null if none was asked.',
    }),
  },
  { $id: 'JobProof', additionalProperties: false },
)
export type JobProof = Static<typeof JobProof>

export const DeliveryCode = MaybeText(
  'The code that the customer tells the carrier at the delivery; null if none is asked, before the acceptance and after the delivery. The carrier never gets it.',
)

export const PlaceInput = Type.Object(
  {
    ...Point.properties,
    accuracy_m: Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: 'The radius in which the phone is, in metres, as the phone says.',
    }),
  },
  { description: 'Where the phone was. The customer sees the distance from the address, staff the place.' },
)
export type PlaceInput = Static<typeof PlaceInput>

/** What the carrier sends with both steps. */
export const ProofInput = {
  photo_id: Type.Optional(PhotoId),
  place: Type.Optional(PlaceInput),
  tapped_at: Type.Optional(
    SentInstant(
      'When the carrier tapped the button, by the clock of the phone. A tap without a connection arrives later; the times of two taps show how much time was between them',
    ),
  ),
}

/** What the carrier sends with a delivery whose customer has a code. */
export const CodeInput = {
  code: Type.Optional(
    Type.String({
      pattern: `^[0-9]{${deliveryCodeDigits}}$`,
      description: 'The code that the customer told.',
    }),
  ),
  without_code: Type.Optional(
    Type.Boolean({ description: 'True to deliver without the code; needs `photo_id`.' }),
  ),
}
const proofBody = Type.Object(ProofInput)
export type ProofBody = Static<typeof proofBody>

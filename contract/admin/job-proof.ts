import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeInstant, MaybeNumber, MaybeText } from '../app/common.ts'
import { codeResults, lateCodes, proofSteps } from '../proof.ts'
import { closed } from './money/common.ts'

/** What a carrier sent with a collection or a delivery, for staff (decision 73). */
export const StaffProof = Type.Object(
  {
    step: Type.Enum([...proofSteps], { type: 'string' }),
    carrier_id: Id('The carrier who did it.'),
    photo_url: MaybeText('The photo; null without one, and once it was removed.'),
    at: Instant('When it was done: `tapped_at` if that is possible, else `received_at`'),
    tapped_at: MaybeInstant(
      'When it was done by the clock of the phone, which can be wrong',
      'if it was not said',
    ),
    received_at: Instant('When the server got it'),
    lat: MaybeNumber('Where the phone was; null if it did not say, and once it was deleted.'),
    lon: MaybeNumber('Like `lat`.'),
    accuracy_m: MaybeNumber('The radius of the place in metres, as the phone said.'),
    away_m: MaybeNumber('Metres from the place to the address; null without a place.'),
  },
  { $id: 'StaffProof', ...closed },
)

/** Whether the customer has a code for the delivery, how often the carrier tried one, and the result. */
export const StaffCode = Type.Object(
  {
    asked: Type.Boolean({ description: 'True if the customer has a code for the delivery.' }),
    checks: Type.Integer({ minimum: 0, description: 'How many codes the carrier tried.' }),
    result: Type.Unsafe<(typeof codeResults)[number] | null>({
      type: ['string', 'null'],
      enum: [...codeResults, null],
      description: 'Whether the code was `used`, or `bypassed` with a photo; null before the delivery.',
    }),
  },
  { ...closed, description: 'The code itself is shown only to the customer.' },
)

const lateMembers = {
  carrier_id: Id('The carrier, who may not have the job any longer.'),
  collected_tapped_at: MaybeInstant('When it was collected by the clock of the phone', 'if it was not said'),
  delivered_tapped_at: MaybeInstant('When it was delivered by the clock of the phone', 'if it was not said'),
  code: Type.Unsafe<(typeof lateCodes)[number] | null>({
    type: ['string', 'null'],
    enum: [...lateCodes, null],
    description:
      'Of the delivery: the code of the customer was `right`, `wrong` or not given (`none`), or cannot be checked (`unknown`); null if none was asked.',
  }),
}
const lateStep = Type.Object(lateMembers)

/** What a carrier did without a connection, and sent after the job was cancelled or moved (decision 87). */
export const LateStep = Type.Unsafe<Static<typeof lateStep> | null>({
  type: ['object', 'null'],
  properties: lateMembers,
  required: Object.keys(lateMembers),
  ...closed,
  description: 'What the carrier did before the job was cancelled or moved; null for all other kinds.',
})

import { type Static, Type } from 'typebox'
import { carrierPhotoKinds, profileRules, signUpStepNames, stepStates } from '../carrier-profile.ts'
import { pictureAnswer } from '../document.ts'
import type { AppOperation } from '../operation.ts'
import { answers, Id, Instant, MaybeText } from './common.ts'

/*
 * The steps of the sign-up as a carrier, and the photos of the carrier (decision 81). All are open to an account that
 * is not a carrier yet, because the photo of the face comes before the vehicle.
 */

const Kind = Type.Enum([...carrierPhotoKinds], {
  type: 'string',
  description: '`portrait`: the face of the carrier; `vehicle`: the vehicle from outside.',
})

export const MyCarrierPhoto = Type.Object(
  {
    picture_id: Id('The photo.'),
    kind: Kind,
    state: Type.Enum(['shown', 'removed', 'replaced'], {
      type: 'string',
      description:
        '`shown` to the customers of accepted jobs; `removed` by staff, who say why in `reason`; `replaced`, only in the answer of a repeated upload.',
    }),
    reason: MaybeText('Why staff removed it, written for the carrier; null unless they did.'),
    created_at: Instant('When it was uploaded'),
  },
  { $id: 'MyCarrierPhoto', additionalProperties: false },
)
export type MyCarrierPhoto = Static<typeof MyCarrierPhoto>

const SignUpStep = Type.Object(
  {
    step: Type.Enum([...signUpStepNames], { type: 'string' }),
    state: Type.Enum([...stepStates], {
      type: 'string',
      description:
        '`sent`: given, and staff have not decided; `done`: given, and needs no decision; `expired`: a needed document has passed its last day.',
    }),
    required: Type.Boolean({ description: 'True if no job can be accepted before this step is done.' }),
    reason: MaybeText('Why it was refused, written for the carrier; null unless it was refused.'),
  },
  { $id: 'SignUpStep', additionalProperties: false },
)
export type SignUpStep = Static<typeof SignUpStep>

export const CarrierSignUp = Type.Object(
  {
    rule: Type.Enum([...profileRules], {
      type: 'string',
      description:
        'Whether a portrait and a plate are asked for (setting `CARRIER_PROFILE`); `required`: a carrier who was approved under this rule accepts no job without both.',
    }),
    may_accept: Type.Boolean({
      description: 'True if the carrier is approved, and nothing that is required is missing.',
    }),
    steps: Type.Array(SignUpStep, { description: 'Every step, in the order in which to show them.' }),
    photos: Type.Array(MyCarrierPhoto, {
      description: 'Of each kind the photo that is shown; if there is none, the one that staff removed last.',
    }),
  },
  { $id: 'CarrierSignUp', additionalProperties: false },
)
export type CarrierSignUp = Static<typeof CarrierSignUp>

export const readSignUp = {
  operationId: 'readSignUp',
  method: 'GET',
  url: '/app/v1/carrier/sign-up',
  access: 'account',
  summary: 'Read the steps of my sign-up',
  description: 'What is done and what is missing, also before the account has signed up as a carrier.',
  answers: answers({ 200: { description: 'The steps.', body: CarrierSignUp } }),
} as const satisfies AppOperation

const pictureParams = Type.Object({ picture_id: Id('The photo.') })
const url = '/app/v1/carrier/photos/:picture_id'

export const uploadCarrierPhoto = {
  operationId: 'uploadCarrierPhoto',
  method: 'PUT',
  url,
  access: 'account',
  needsTerms: true,
  summary: 'Upload a photo of my face or of my vehicle',
  description:
    'The body is a picture, as for `uploadPhoto`. It replaces the photo of its kind. Repeating the request with the same `picture_id` returns the stored photo and changes nothing. Only the carrier, staff, and the customers of the jobs of the carrier see it, from the acceptance until the contact time ends.',
  params: Type.Object({ picture_id: Id('A new UUID, made by the client.') }),
  query: Type.Object({ kind: Kind }),
  takesPhoto: true,
  answers: answers(
    { 201: { description: 'Stored.', body: MyCarrierPhoto } },
    { 404: '`not_found`: another account has used this `picture_id`, or this one for something else.' },
  ),
} as const satisfies AppOperation

export const readMyCarrierPhoto = {
  operationId: 'readMyCarrierPhoto',
  method: 'GET',
  url,
  access: 'account',
  summary: 'Read my photo',
  description: 'Only for the account that uploaded it.',
  params: pictureParams,
  downloads: ['image/jpeg'],
  answers: answers(
    { 200: pictureAnswer },
    { 404: '`not_found`: there is no such photo, or it was deleted or replaced.' },
  ),
} as const satisfies AppOperation

export const deleteMyCarrierPhoto = {
  operationId: 'deleteMyCarrierPhoto',
  method: 'DELETE',
  url,
  access: 'account',
  summary: 'Delete my photo',
  description: 'It is no longer shown. Deleting a photo that was replaced deletes it too.',
  params: pictureParams,
  answers: answers({ 204: { description: 'Deleted.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AppOperation

export const readCarrierPhoto = {
  operationId: 'readCarrierPhoto',
  method: 'GET',
  url: '/app/v1/jobs/:job_id/carrier-photos/:picture_id',
  access: 'account',
  summary: 'Read a photo of the carrier of my job',
  description:
    'Only for the customer of a job that is accepted or completed, until the contact time ends: the id is the `portrait_id` or `vehicle_photo_id` of the job. It is sent with `no-store`.',
  params: Type.Object({ job_id: Id('The job.'), picture_id: Id('The photo.') }),
  downloads: ['image/jpeg', 'image/png'],
  answers: answers(
    { 200: pictureAnswer },
    { 404: '`not_found`: the job has no such photo, or the contact time is over.' },
  ),
} as const satisfies AppOperation

export const signUpOperations = [
  readSignUp,
  uploadCarrierPhoto,
  readMyCarrierPhoto,
  deleteMyCarrierPhoto,
] as const
export const recognitionOperations = [readCarrierPhoto] as const

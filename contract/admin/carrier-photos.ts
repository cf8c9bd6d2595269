import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeText } from '../app/common.ts'
import { carrierPhotoKinds } from '../carrier-profile.ts'
import { pictureAnswer } from '../document.ts'
import type { AdminOperation } from '../operation.ts'
import { answers, Told } from './common.ts'
import { AccountParams } from './people.ts'

/** The photos by which customers recognise a carrier (decision 81). */
export const PhotoOfCarrier = Type.Object(
  {
    picture_id: Id('The photo.'),
    kind: Type.Enum([...carrierPhotoKinds], {
      type: 'string',
      description: '`portrait`: the face of the carrier; `vehicle`: the vehicle from outside.',
    }),
    state: Type.Enum(['shown', 'removed'], {
      type: 'string',
      description: '`shown` to the customers of accepted jobs; `removed` by staff.',
    }),
    changed: Type.Boolean({
      description: 'True if it was uploaded after the last approval or `reviewCarrierChanges`.',
    }),
    reason: MaybeText('Why it was removed, written for the carrier; null unless it was.'),
    created_at: Instant('When it was uploaded'),
  },
  { $id: 'PhotoOfCarrier', additionalProperties: false },
)
export type PhotoOfCarrier = Static<typeof PhotoOfCarrier>

const CarrierPhotos = Type.Object(
  {
    photos: Type.Array(PhotoOfCarrier),
    updated_at: Instant('The last change of the carrier that these photos have; for `reviewCarrierChanges`'),
  },
  { $id: 'CarrierPhotos', additionalProperties: false },
)

const url = '/admin/v1/carriers/:account_id/photos'
const params = Type.Object({ account_id: Id('The carrier.'), picture_id: Id('The photo.') })

export const listCarrierPhotos = {
  operationId: 'listCarrierPhotos',
  method: 'GET',
  url,
  access: 'viewer',
  summary: 'List the photos of a carrier',
  description:
    'Of the face and of the vehicle each the photo that customers see; if there is none, the one that was removed last.',
  params: AccountParams,
  answers: answers(
    { 200: { description: 'The photos.', body: CarrierPhotos } },
    { 404: '`not_found`: there is no such carrier.' },
  ),
} as const satisfies AdminOperation

export const readPhotoOfCarrier = {
  operationId: 'readPhotoOfCarrier',
  method: 'GET',
  url: `${url}/:picture_id/picture`,
  access: 'staff',
  summary: 'Read a photo of a carrier',
  description:
    'Not for a `viewer`, because it shows who the carrier is. The audit log records each member who opens it.',
  params,
  downloads: ['image/jpeg'],
  answers: answers(
    { 200: pictureAnswer },
    { 404: '`not_found`: there is no such photo, or it was replaced or deleted.' },
  ),
} as const satisfies AdminOperation

export const removeCarrierPhoto = {
  operationId: 'removeCarrierPhoto',
  method: 'POST',
  url: `${url}/:picture_id/removal`,
  access: 'staff',
  summary: 'Remove a photo of a carrier',
  description:
    'Customers do not see it any more. The carrier gets a notice and the reason, and can upload another. Repeating it is refused.',
  params,
  body: Type.Object({ told: Told }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'The photos of the carrier.', body: CarrierPhotos } },
    { 404: '`not_found`.', 409: '`wrong_state`: the photo is not shown any more.' },
  ),
} as const satisfies AdminOperation

export const carrierPhotoOperations = [listCarrierPhotos, readPhotoOfCarrier, removeCarrierPhoto] as const

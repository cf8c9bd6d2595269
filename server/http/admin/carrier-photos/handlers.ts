import type { Kysely } from 'kysely'
import type { carrierPhotoOperations, PhotoOfCarrier } from '#contract/admin/carrier-photos.ts'
import type { Answered } from '#contract/app/common.ts'
import { type CurrentPhoto, currentPhotos, openPhoto } from '../../../accounts/carrier-photos/photo.ts'
import { removePhoto } from '../../../accounts/carrier-photos/remove-photo.ts'
import { findProfile } from '../../../accounts/carriers/list-carriers.ts'
import type { PictureNeeds } from '../../../accounts/documents/document.ts'
import type { Tables } from '../../../db/tables.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { sendSeenPicture } from '../send-seen-picture.ts'

export type CarrierPhotosNeeds = { kysely: Kysely<Tables>; photos: Pick<PictureNeeds, 'storage'> }

/** The photos by which customers recognise a carrier: seen and removed by staff. */
export const carrierPhotoHandlers: Handlers<typeof carrierPhotoOperations, CarrierPhotosNeeds> = {
  listCarrierPhotos:
    ({ kysely }) =>
    async ({ params: { account_id: accountId } }) => {
      return answerPhotos(kysely, accountId)
    },
  readPhotoOfCarrier: ({ kysely, photos }) => {
    const stored = { kysely, storage: photos.storage }
    return async ({ caller, params, request, reply }) => {
      const { account_id: accountId, picture_id: pictureId } = params
      const picture = await openPhoto(stored, { accountId, pictureId })
      if (!picture) throw notFound
      return sendSeenPicture(kysely, {
        act: 'carrier.view_photo',
        accountId,
        documentId: pictureId,
        picture,
        caller,
        request,
        reply,
      })
    }
  },
  removeCarrierPhoto:
    ({ kysely }) =>
    async ({ caller, params, body, request }) => {
      const { account_id: accountId, picture_id: pictureId } = params
      await removePhoto(kysely, { accountId, pictureId, by: byCaller(caller, request, body.told) })
      return answerPhotos(kysely, accountId)
    },
}

/** @throws Problem `not_found`. */
async function answerPhotos(kysely: Kysely<Tables>, accountId: string) {
  // First: the photos then have every change until its `updated_at`, or a later one.
  const profile = await findProfile(kysely, accountId)
  if (!profile) throw notFound
  const photos = await currentPhotos(kysely, accountId)
  return { photos: photos.map(presentPhoto), updated_at: profile.updated_at }
}

const presentPhoto = (photo: CurrentPhoto): Answered<PhotoOfCarrier> => ({
  picture_id: photo.pictureId,
  kind: photo.kind,
  state: photo.state,
  changed: photo.isChanged,
  reason: photo.reason,
  created_at: photo.createdAt,
})

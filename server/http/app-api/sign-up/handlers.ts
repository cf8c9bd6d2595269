import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Answered } from '#contract/app/common.ts'
import type { MyCarrierPhoto, recognitionOperations, signUpOperations } from '#contract/app/sign-up.ts'
import { type CarrierPhoto, openPhoto } from '../../../accounts/carrier-photos/photo.ts'
import { deletePhoto, savePhoto } from '../../../accounts/carrier-photos/save-photo.ts'
import { readSignUp, type SignUpNeeds } from '../../../accounts/carriers/sign-up.ts'
import type { UploadNeeds } from '../../../accounts/documents/save-upload.ts'
import type { Tables } from '../../../db/tables.ts'
import { readCarriersPhoto } from '../../../jobs/queries/read-carriers-photo.ts'
import type { Processors } from '../../../payments/providers/processors.ts'
import { sampleCarrierPhoto } from '../../../sandbox/sample-carrier.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { sendPicture } from '../../responses/send-file.ts'
import { receivePicture } from '../receive-picture.ts'

export type SignUpHandlerNeeds = SignUpNeeds & {
  pool: pg.Pool
  kysely: Kysely<Tables>
  photos: Pick<UploadNeeds, 'decoder' | 'storage'>
  /** Carriers only accept live jobs. */
  processors: Pick<Processors, 'live'>
}

/** The steps of the sign-up as a carrier, and the photos by which customers recognise the carrier. */
export const signUpHandlers: Handlers<
  typeof signUpOperations | typeof recognitionOperations,
  SignUpHandlerNeeds
> = {
  readSignUp:
    (needs) =>
    async ({ caller: { accountId } }) => {
      const { rule, mayAccept, steps, photos } = await readSignUp(needs, {
        accountId,
        processor: needs.processors.live.name,
      })
      return {
        rule,
        may_accept: mayAccept,
        steps: steps.map(({ step, state, isRequired, reason }) => ({
          step,
          state,
          required: isRequired,
          reason,
        })),
        photos: photos.map(presentPhoto),
      }
    },
  uploadCarrierPhoto: (needs) => {
    const { pool, kysely, photos } = needs
    const stores = { pool, kysely, decoder: photos.decoder, storage: photos.storage }
    return async ({ caller, params, query, body, request, reply }) => {
      const saved = await receivePicture({ request, reply }, (signal) =>
        savePhoto(stores, {
          pictureId: params.picture_id.toLowerCase(),
          accountId: caller.accountId,
          kind: query.kind,
          bytes: body,
          signal,
        }),
      )
      return presentPhoto(saved)
    }
  },
  readMyCarrierPhoto: ({ kysely, photos }) => {
    const stored = { kysely, storage: photos.storage }
    return async ({ caller, params, reply }) => {
      const photo = { accountId: caller.accountId, pictureId: params.picture_id }
      const picture = await openPhoto(stored, photo)
      if (!picture) throw notFound
      return sendPicture(reply, picture)
    }
  },
  deleteMyCarrierPhoto:
    ({ kysely }) =>
    ({ caller, params }) =>
      deletePhoto(kysely, { accountId: caller.accountId, pictureId: params.picture_id }),
  readCarrierPhoto: ({ kysely, photos }) => {
    const stored = { kysely, storage: photos.storage }
    return async ({ caller, params, reply }) => {
      const asked = { jobId: params.job_id, customerId: caller.accountId, pictureId: params.picture_id }
      const picture = await readCarriersPhoto(stored, asked)
      if (!picture) throw notFound
      return sendPicture(reply, 'sampleOf' in picture ? sampleCarrierPhoto(picture) : picture)
    }
  },
}

const presentPhoto = (photo: CarrierPhoto): Answered<MyCarrierPhoto> => ({
  picture_id: photo.pictureId,
  kind: photo.kind,
  state: photo.state,
  reason: photo.reason,
  created_at: photo.createdAt,
})

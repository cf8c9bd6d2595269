import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { uploadPhoto as operation } from '#contract/app/customer.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { Problem } from '../../../lib/problem.ts'
import { type UploadNeeds, uploadPhoto } from '../../../photos/upload.ts'
import { mount } from '../../mount.ts'
import { presentPhoto } from '../job-view.ts'
import { receivePicture } from '../receive-picture.ts'

export type UploadPhotoNeeds = {
  pool: pg.Pool
  photos: Pick<UploadNeeds, 'decoder' | 'storage'>
  links: LinkSettings
}

/** Stores a photo for a job, a delivery or a reported problem. */
export function mountUploadPhoto(scope: FastifyInstance, { pool, photos, links }: UploadPhotoNeeds): void {
  const { decoder, storage } = photos
  mount(scope, operation, async ({ caller, body, request, reply }) => {
    const photo = await receivePicture({ request, reply }, (signal) =>
      uploadPhoto({ pool, decoder, storage }, { accountId: caller.accountId, bytes: body, signal }),
    )
    if (!photo) throw tooManyWaiting
    return { photo_id: photo.name, ...presentPhoto(photo, links) }
  })
}

const tooManyWaiting = new Problem('rate_limit_exceeded', (t) => t.jobs.tooManyPhotos, {
  retryAfterSeconds: 3_600,
})

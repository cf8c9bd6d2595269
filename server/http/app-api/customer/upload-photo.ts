import type { FastifyInstance, FastifyReply } from 'fastify'
import type pg from 'pg'
import { uploadPhoto as operation } from '#contract/app/customer.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { Problem } from '../../../lib/problem.ts'
import { NotAnImage } from '../../../photos/decoder.ts'
import { type UploadNeeds, uploadPhoto } from '../../../photos/upload.ts'
import { mount } from '../../mount.ts'
import { presentPhoto } from '../job-view.ts'

export type UploadPhotoNeeds = {
  pool: pg.Pool
  photos: Pick<UploadNeeds, 'decoder' | 'storage'>
  links: LinkSettings
}

/** Stores a photo for a job, a delivery or a reported problem. */
export function mountUploadPhoto(scope: FastifyInstance, { pool, photos, links }: UploadPhotoNeeds): void {
  const { decoder, storage } = photos
  mount(scope, operation, async ({ caller, body, request, reply }) => {
    // The decoder may still need the bytes after the client has disconnected.
    const release = request.bodyPlace?.keep()
    try {
      const upload = { accountId: caller.accountId, bytes: body, signal: hangUpOf(reply) }
      const photo = await uploadPhoto({ pool, decoder, storage }, upload)
      if (!photo) throw tooManyWaiting
      return { photo_id: photo.name, ...presentPhoto(photo, links) }
    } catch (error) {
      throw error instanceof NotAnImage ? noPicture : error
    } finally {
      release?.()
    }
  })
}

/** Aborts when the client disconnects: a photo that still waits for a decoder is then not decoded. */
function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const hangUp = new AbortController()
  raw.once('close', () => hangUp.abort())
  return hangUp.signal
}

const noPicture = new Problem('validation_error', (t) => t.jobs.noPicture, {
  details: {
    body: (t) => t.fields.picture,
  },
})

const tooManyWaiting = new Problem('rate_limit_exceeded', (t) => t.jobs.tooManyPhotos, {
  retryAfterSeconds: 3_600,
})

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

const noPicture = new Problem(
  'validation_error',
  {
    en: 'This file cannot be used as a photo. Use JPEG, PNG, WebP, AVIF or GIF.',
    es: 'Este archivo no sirve como foto. Usa JPEG, PNG, WebP, AVIF o GIF.',
  },
  {
    details: {
      body: {
        en: 'must be a picture: a JPEG of at most 50 megapixels, a PNG, WebP or GIF of 20, or an AVIF of 16',
        es: 'debe ser una foto: JPEG de 50 megapíxeles como máximo, PNG, WebP o GIF de 20, o AVIF de 16',
      },
    },
  },
)

const tooManyWaiting = new Problem(
  'rate_limit_exceeded',
  {
    en: 'You have uploaded many photos that no job uses. Please go on tomorrow.',
    es: 'Has subido muchas fotos que ningún encargo usa. Sigue mañana.',
  },
  { retryAfterSeconds: 3_600 },
)

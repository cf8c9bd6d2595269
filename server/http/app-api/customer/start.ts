import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  startAgain as againOperation,
  estimateMyJob,
  startMyJob,
  uploadPhoto as uploadOperation,
} from '#contract/app/customer.ts'
import { quote } from '../../../jobs/drafts/quote.ts'
import { type AgainNeeds, startAgain } from '../../../jobs/drafts/start-again.ts'
import { type StartNeeds, startInApp } from '../../../jobs/drafts/start-in-app.ts'
import { Problem } from '../../../lib/problem.ts'
import { NotAnImage, type PhotoDecoder } from '../../../photos/decoder.ts'
import { uploadPhoto } from '../../../photos/upload.ts'
import { disclaimerOf } from '../../disclaimer.ts'
import { presentDistance, presentPhoto, presentPrice } from '../job-view.ts'
import { appRoute } from '../route.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

export type StartJobNeeds = AnswerNeeds & StartNeeds & AgainNeeds & { photos: { decoder: PhotoDecoder } }

/** Routes for jobs that start in the app instead of at a partner. */
export function mountStartJob(scope: FastifyInstance, needs: StartJobNeeds): void {
  mountUpload(scope, needs)
  appRoute(scope, estimateMyJob, async ({ body, language }) => {
    const quoted = await quote(needs, body, null)
    return {
      price: presentPrice(quoted.price),
      ...presentDistance(quoted),
      duration_minutes: quoted.durationMinutes,
      disclaimer: disclaimerOf(quoted)[language],
    }
  })
  appRoute(scope, startMyJob, async ({ caller, body }) => {
    const jobId = body.job_id.toLowerCase()
    const { title, description, size, pickup, dropoff, photo_ids } = body
    await startInApp(needs, {
      jobId,
      customerId: caller.accountId,
      phone: caller.phone,
      title,
      description: description || null,
      size,
      pickup,
      dropoff,
      photoNames: photo_ids ?? [],
    })
    return answerCustomersJob(needs, { caller, jobId })
  })
  appRoute(scope, againOperation, async ({ caller, params, body }) => {
    const newJobId = body.job_id.toLowerCase()
    await startAgain(needs, { jobId: params.job_id, customerId: caller.accountId, newJobId })
    return answerCustomersJob(needs, { caller, jobId: newJobId })
  })
}

function mountUpload(scope: FastifyInstance, needs: StartJobNeeds): void {
  const { pool, photos } = needs
  const { decoder, storage } = photos
  appRoute(scope, uploadOperation, async ({ caller, body, request, reply }) => {
    // The decoder may still need the bytes after the client has disconnected.
    const release = request.bodyPlace?.keep()
    try {
      const upload = { accountId: caller.accountId, bytes: body, signal: hangUpOf(reply) }
      const photo = await uploadPhoto({ pool, decoder, storage }, upload)
      if (!photo) throw tooManyWaiting
      return { photo_id: photo.name, ...presentPhoto(photo, needs.links) }
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

import type { FastifyInstance } from 'fastify'
import {
  startAgain as againOperation,
  estimateMyJob,
  startMyJob,
  uploadPhoto as uploadOperation,
} from '#contract/app/customer.ts'
import { quote } from '../../../jobs/quote.ts'
import { type AgainNeeds, startAgain } from '../../../jobs/start-again.ts'
import { type StartNeeds, startInApp } from '../../../jobs/start-in-app.ts'
import { Problem } from '../../../lib/problem.ts'
import { NotAnImage, type PhotoDecoder } from '../../../photos/decoder.ts'
import { uploadPhoto } from '../../../photos/upload.ts'
import { disclaimerOf } from '../../disclaimer.ts'
import { presentPhoto, presentPrice } from '../job-view.ts'
import { appRoute } from '../route.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

export type StartJobNeeds = AnswerNeeds & StartNeeds & AgainNeeds & { photos: { decoder: PhotoDecoder } }

/** Jobs that start in the app instead of at a partner. */
export function mountStartJob(scope: FastifyInstance, needs: StartJobNeeds): void {
  mountUpload(scope, needs)
  appRoute(scope, estimateMyJob, async ({ body, language }) => {
    const { price, route, durationMinutes } = await quote(needs, body, null)
    return {
      price: presentPrice(price),
      distance_km: route.distanceKm,
      duration_minutes: durationMinutes,
      disclaimer: disclaimerOf(route)[language],
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
  appRoute(scope, uploadOperation, async ({ caller, body }) => {
    const upload = { accountId: caller.accountId, bytes: body }
    const photo = await uploadPhoto({ pool, decoder, storage }, upload).catch((error: unknown) => {
      throw error instanceof NotAnImage ? noPicture : error
    })
    if (!photo) throw tooManyWaiting
    return { photo_id: photo.name, ...presentPhoto(photo, needs.links) }
  })
}

const noPicture = new Problem(
  'validation_error',
  { en: 'This picture cannot be used.', es: 'Esta foto no se puede usar.' },
  {
    details: {
      body: {
        en: 'must be a JPEG, PNG, WebP or GIF picture of at most 50 megapixels',
        es: 'debe ser una foto JPEG, PNG, WebP o GIF de 50 megapíxeles como máximo',
      },
    },
  },
)

const tooManyWaiting = new Problem(
  'rate_limit_exceeded',
  {
    en: 'You have uploaded many photos that no job uses. Please go on tomorrow.',
    es: 'Has subido muchas fotos que ningún trabajo usa. Sigue mañana.',
  },
  { retryAfterSeconds: 3_600 },
)

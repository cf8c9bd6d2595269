import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { CarrierProfile, carrierOperations } from '#contract/app/carrier.ts'
import type { Answered } from '#contract/app/common.ts'
import type { MyDocument } from '#contract/app/documents.ts'
import type { ProofBody } from '#contract/app/proof.ts'
import { refreshPayouts, startPayoutSetup } from '../../../accounts/carriers/payouts.ts'
import { type Carrier, readCarrier } from '../../../accounts/carriers/read-carrier.ts'
import { type SaveCarrierNeeds, saveCarrier } from '../../../accounts/carriers/save-carrier.ts'
import {
  type CarrierDocument,
  currentDocuments,
  type NeededDocuments,
  openPicture,
} from '../../../accounts/documents/document.ts'
import { deleteDocument, saveDocument } from '../../../accounts/documents/save-document.ts'
import type { UploadNeeds } from '../../../accounts/documents/save-upload.ts'
import type { Tables } from '../../../db/tables.ts'
import { type AcceptNeeds, acceptJob } from '../../../jobs/actions/accept-job.ts'
import { collectJob } from '../../../jobs/actions/collect-job.ts'
import { type DeliverNeeds, deliverJob } from '../../../jobs/actions/deliver-job.ts'
import { giveBackJob } from '../../../jobs/actions/give-back-job.ts'
import { rate } from '../../../jobs/actions/rate.ts'
import { answerNotCollected } from '../../../jobs/doubts/answer-trip-report.ts'
import { orKeepLate } from '../../../jobs/doubts/late-step.ts'
import { reportTrip } from '../../../jobs/doubts/report-trip.ts'
import { findSearcher } from '../../../jobs/feed/nearest.ts'
import { readFeedJob } from '../../../jobs/feed/read-feed.ts'
import { type SearchNeeds, searchFeed } from '../../../jobs/feed/search-feed.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { earnedByCarrier } from '../../../jobs/money/share.ts'
import type { SentProof } from '../../../jobs/proof/record-proof.ts'
import { listCarriersJobs } from '../../../jobs/queries/list-jobs.ts'
import type { Processors } from '../../../payments/providers/processors.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { sendPicture } from '../../responses/send-file.ts'
import { presentPage } from '../job-view.ts'
import { receivePicture } from '../receive-picture.ts'
import { cursorOf, presentFound } from './feed.ts'
import { readEarnings } from './read-earnings.ts'
import { type AnswerNeeds, answerCarriersJob, presentOffer } from './views.ts'

export type CarrierNeeds = AnswerNeeds &
  AcceptNeeds &
  DeliverNeeds &
  ProfileNeeds &
  SearchNeeds &
  SaveCarrierNeeds & {
    pool: pg.Pool
    kysely: Kysely<Tables>
    links: LinkSettings
    baseUrl: string
    neededDocuments: NeededDocuments
    photos: Pick<UploadNeeds, 'decoder' | 'storage'>
    /** Carriers only accept live jobs. */
    processors: Pick<Processors, 'live'>
  }

/** Carriers: sign-up, profile, payout account, feed, their jobs from accepting to rating, and their documents. */
export const carrierHandlers: Handlers<typeof carrierOperations, CarrierNeeds> = {
  saveCarrier:
    (needs) =>
    async ({ caller, body }) => {
      await saveCarrier(needs, {
        accountId: caller.accountId,
        name: body.name,
        vehicleSize: body.vehicle_size,
        vehicle: body.vehicle,
        plate: body.plate,
        baseAddress: body.base_address,
        radiusKm: body.radius_km,
      })
      return readProfile(needs, caller.accountId)
    },
  readCarrier: (needs) => {
    const payouts = { kysely: needs.kysely, processor: needs.processors.live }
    return async ({ caller }) => {
      await refreshPayouts(payouts, caller.accountId)
      return readProfile(needs, caller.accountId)
    }
  },
  startPayoutSetup: (needs) => {
    const { kysely, processors, baseUrl } = needs
    const payouts = { kysely, processor: processors.live }
    return async ({ caller, body }) => {
      const returnUrl = baseUrl + body.return_path
      return { url: await startPayoutSetup(payouts, { carrierId: caller.accountId, returnUrl }) }
    }
  },
  readFeed:
    (needs) =>
    async ({ caller, query }) => {
      const after = cursorOf(query.after)
      const searcher = await findSearcher(needs.pool, caller.accountId)
      if (!searcher) throw notFound
      const filters = { day: query.day ?? null, sizes: null, maxStairs: null, minEarnsCents: null }
      return presentFound(await searchFeed(needs, searcher, { after, filters }), needs.links)
    },
  readFeedJob:
    (needs) =>
    async ({ caller, params }) => {
      const searcher = await findSearcher(needs.pool, caller.accountId)
      const job = searcher && (await readFeedJob(needs, searcher, params.job_id))
      if (!job) throw notFound
      return presentOffer(job, needs.links)
    },
  acceptJob:
    (needs) =>
    async ({ caller, params }) => {
      const jobId = params.job_id
      await acceptJob(needs, { jobId, carrierId: caller.accountId })
      return answerCarriersJob(needs, { caller, jobId })
    },
  listCarrierJobs:
    ({ kysely, links }) =>
    async ({ caller, query }) => {
      const { state, before } = query
      const listed = await listCarriersJobs(kysely, { carrierId: caller.accountId, state, before })
      return presentPage(listed, links, (job) => ({
        amount_cents: earnedByCarrier(job),
        refunded_cents: 0,
        refund_on_its_way_cents: 0,
        started_at: job.accepted_at ?? job.created_at,
        successor_id: null,
      }))
    },
  readCarrierJob:
    (needs) =>
    ({ caller, params }) =>
      answerCarriersJob(needs, { caller, jobId: params.job_id }),
  collectJob:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      const step = { jobId, carrierId: caller.accountId, proof: proofOf(body) }
      const sent = { ...step, step: 'collection' as const, code: null }
      await orKeepLate(needs, sent, () => collectJob(needs, step))
      return answerCarriersJob(needs, { caller, jobId })
    },
  deliverJob:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      const delivery = {
        jobId,
        carrierId: caller.accountId,
        proof: proofOf(body),
        reason: body.reason ?? null,
        code: body.code ?? null,
        isWithoutCode: body.without_code ?? false,
      }
      await orKeepLate(needs, { ...delivery, step: 'delivery' }, () => deliverJob(needs, delivery))
      return answerCarriersJob(needs, { caller, jobId })
    },
  giveBackJob:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      await giveBackJob(needs, { jobId, carrierId: caller.accountId, reason: body.reason ?? null })
      return answerCarriersJob(needs, { caller, jobId })
    },
  reportTrip:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      await reportTrip(needs, {
        jobId,
        carrierId: caller.accountId,
        reportId: body.report_id,
        kind: body.kind,
        arrivedAt: body.arrived_at ? new Date(body.arrived_at) : null,
        hasCalled: body.called ?? false,
        position: body.position ?? null,
        photoName: body.photo_id ?? null,
        text: body.text || null,
      })
      return answerCarriersJob(needs, { caller, jobId })
    },
  answerNotCollected:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      const answer = { problemId: body.problem_id, text: body.text }
      await answerNotCollected(needs, { jobId, carrierId: caller.accountId, ...answer })
      return answerCarriersJob(needs, { caller, jobId })
    },
  rateCustomer:
    (needs) =>
    async ({ caller, params, body }) => {
      const jobId = params.job_id
      const rating = { stars: body.stars, comment: body.comment || null }
      await rate(needs, { jobId, accountId: caller.accountId, byRole: 'carrier', ...rating })
      return answerCarriersJob(needs, { caller, jobId })
    },
  readEarnings,
  listMyDocuments: (needs) => {
    const { kysely, neededDocuments } = needs
    return async ({ caller }) => {
      const documents = await currentDocuments(kysely, caller.accountId)
      return { documents: documents.map(presentDocument), needed: [...neededDocuments] }
    }
  },
  uploadDocument: (needs) => {
    const { pool, kysely, photos } = needs
    const stores = { pool, kysely, decoder: photos.decoder, storage: photos.storage }
    return async ({ caller, params, query, body, request, reply }) => {
      const saved = await receivePicture({ request, reply }, (signal) =>
        saveDocument(stores, {
          documentId: params.document_id.toLowerCase(),
          accountId: caller.accountId,
          kind: query.kind,
          expiresOn: query.expires_on,
          bytes: body,
          signal,
        }),
      )
      return presentDocument(saved)
    }
  },
  readMyDocumentPicture: (needs) => {
    const { kysely, photos } = needs
    return async ({ caller, params, reply }) => {
      const document = { accountId: caller.accountId, documentId: params.document_id }
      const picture = await openPicture({ kysely, storage: photos.storage }, document)
      if (!picture) throw notFound
      return sendPicture(reply, picture)
    }
  },
  deleteMyDocument:
    ({ kysely }) =>
    async ({ caller, params }) =>
      deleteDocument(kysely, { accountId: caller.accountId, documentId: params.document_id }),
}

/** A document as its carrier sees it. */
const presentDocument = (document: CarrierDocument): Answered<MyDocument> => ({
  document_id: document.documentId,
  kind: document.kind,
  state: document.state,
  expires_on: document.expiresOn,
  reason: document.reason,
  created_at: document.createdAt,
  has_picture: document.hasPicture,
})

/** The tap is earlier than the request if the phone was offline. */
const proofOf = ({ photo_id, place, tapped_at }: ProofBody): SentProof => ({
  photoName: photo_id ?? null,
  place: place ? { lat: place.lat, lon: place.lon, accuracyM: place.accuracy_m } : null,
  tappedAt: tapped_at ? new Date(tapped_at) : null,
})

/** Carriers only accept live jobs. */
type ProfileNeeds = { pool: pg.Pool; processors: Pick<Processors, 'live'> }

/** @throws Problem `not_found` when the account is not a carrier. */
async function readProfile(
  { pool, processors }: ProfileNeeds,
  accountId: string,
): Promise<Answered<CarrierProfile>> {
  const carrier = await readCarrier(pool, { accountId, processor: processors.live.name })
  if (!carrier) throw notFound
  return presentCarrier(carrier)
}

const presentCarrier = (carrier: Carrier): Answered<CarrierProfile> => ({
  status: carrier.status,
  status_reason: carrier.statusReason,
  name: carrier.name,
  vehicle_size: carrier.vehicleSize,
  vehicle: carrier.vehicle,
  plate: carrier.plate,
  base_address: carrier.baseAddress,
  base_place: carrier.basePlace,
  base: carrier.base,
  radius_km: carrier.radiusKm,
  payouts_ready: carrier.payoutsReady,
  rating: carrier.rating,
  strikes: carrier.strikes,
})

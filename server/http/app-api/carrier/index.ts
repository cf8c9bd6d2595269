import type { FastifyInstance } from 'fastify'
import { type AcceptJobNeeds, mountAcceptJob } from './accept-job.ts'
import { mountCollectJob } from './collect-job.ts'
import { mountDeleteMyDocument } from './delete-my-document.ts'
import { type DeliverJobNeeds, mountDeliverJob } from './deliver-job.ts'
import { mountGiveBackJob } from './give-back-job.ts'
import { mountListCarrierJobs } from './list-carrier-jobs.ts'
import { type MyDocumentsNeeds, mountListMyDocuments } from './list-my-documents.ts'
import { mountRateCustomer } from './rate-customer.ts'
import { mountReadCarrier, type ReadCarrierNeeds } from './read-carrier.ts'
import { mountReadCarrierJob } from './read-carrier-job.ts'
import { mountReadEarnings } from './read-earnings.ts'
import { mountReadFeed, type ReadFeedNeeds } from './read-feed.ts'
import { mountReadFeedJob } from './read-feed-job.ts'
import { type MyPictureNeeds, mountReadMyDocumentPicture } from './read-my-document-picture.ts'
import { mountSaveCarrier, type SaveNeeds } from './save-carrier.ts'
import { mountStartPayoutSetup, type PayoutSetupNeeds } from './start-payout-setup.ts'
import { mountUploadDocument, type UploadDocumentNeeds } from './upload-document.ts'

export type CarrierNeeds = SaveNeeds &
  ReadCarrierNeeds &
  PayoutSetupNeeds &
  ReadFeedNeeds &
  AcceptJobNeeds &
  DeliverJobNeeds &
  MyDocumentsNeeds &
  UploadDocumentNeeds &
  MyPictureNeeds

/** Carriers: sign-up, profile, payout account, feed, their jobs from accepting to rating, and their documents. */
export function mountCarrier(scope: FastifyInstance, needs: CarrierNeeds): void {
  mountSaveCarrier(scope, needs)
  mountReadCarrier(scope, needs)
  mountStartPayoutSetup(scope, needs)
  mountReadFeed(scope, needs)
  mountReadFeedJob(scope, needs)
  mountAcceptJob(scope, needs)
  mountListCarrierJobs(scope, needs)
  mountReadCarrierJob(scope, needs)
  mountCollectJob(scope, needs)
  mountDeliverJob(scope, needs)
  mountGiveBackJob(scope, needs)
  mountRateCustomer(scope, needs)
  mountReadEarnings(scope, needs)
  mountListMyDocuments(scope, needs)
  mountUploadDocument(scope, needs)
  mountReadMyDocumentPicture(scope, needs)
  mountDeleteMyDocument(scope, needs)
}

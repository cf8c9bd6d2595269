import type { FastifyInstance } from 'fastify'
import { type AcceptJobNeeds, mountAcceptJob } from './accept-job.ts'
import { mountCollectJob } from './collect-job.ts'
import { type DeliverJobNeeds, mountDeliverJob } from './deliver-job.ts'
import { mountGiveBackJob } from './give-back-job.ts'
import { mountListCarrierJobs } from './list-carrier-jobs.ts'
import { mountRateCustomer } from './rate-customer.ts'
import { mountReadCarrier, type ReadCarrierNeeds } from './read-carrier.ts'
import { mountReadCarrierJob } from './read-carrier-job.ts'
import { mountReadEarnings } from './read-earnings.ts'
import { mountReadFeed, type ReadFeedNeeds } from './read-feed.ts'
import { mountReadFeedJob } from './read-feed-job.ts'
import { mountSaveCarrier, type SaveNeeds } from './save-carrier.ts'
import { mountStartPayoutSetup, type PayoutSetupNeeds } from './start-payout-setup.ts'

export type CarrierNeeds = SaveNeeds &
  ReadCarrierNeeds &
  PayoutSetupNeeds &
  ReadFeedNeeds &
  AcceptJobNeeds &
  DeliverJobNeeds

/** Carriers: sign-up, profile, payout account, feed, and their jobs from accepting to rating. */
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
}

import type { FastifyInstance } from 'fastify'
import type { AnswerNeeds } from './answer-job.ts'
import { mountCancelMyJob } from './cancel-my-job.ts'
import { mountChangeNotes } from './change-notes.ts'
import { mountConfirmDelivery } from './confirm-delivery.ts'
import { mountEstimateMyJob } from './estimate-my-job.ts'
import { mountListMyJobs } from './list-my-jobs.ts'
import { mountOpenDraft } from './open-draft.ts'
import { mountPublishJob, type PublishJobNeeds } from './publish-job.ts'
import { mountRateCarrier } from './rate-carrier.ts'
import { mountReadMyJob, type ReadMyJobNeeds } from './read-my-job.ts'
import { mountReportProblem } from './report-problem.ts'
import { mountStartAgain, type StartAgainNeeds } from './start-again.ts'
import { mountStartMyJob, type StartMyJobNeeds } from './start-my-job.ts'
import { mountUploadPhoto, type UploadPhotoNeeds } from './upload-photo.ts'

export type CustomerNeeds = AnswerNeeds &
  ReadMyJobNeeds &
  PublishJobNeeds &
  StartMyJobNeeds &
  StartAgainNeeds &
  UploadPhotoNeeds

/** A customer's jobs, from the link in the SMS or the start in the app to the rating. */
export function mountCustomer(scope: FastifyInstance, needs: CustomerNeeds): void {
  mountOpenDraft(scope, needs)
  mountListMyJobs(scope, needs)
  mountReadMyJob(scope, needs)
  mountChangeNotes(scope, needs)
  mountPublishJob(scope, needs)
  mountCancelMyJob(scope, needs)
  mountConfirmDelivery(scope, needs)
  mountReportProblem(scope, needs)
  mountRateCarrier(scope, needs)
  mountEstimateMyJob(scope, needs)
  mountUploadPhoto(scope, needs)
  mountStartMyJob(scope, needs)
  mountStartAgain(scope, needs)
}

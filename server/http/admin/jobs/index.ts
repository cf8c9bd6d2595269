import type { FastifyInstance } from 'fastify'
import type { RecordExportNeeds } from '../record-export.ts'
import { mountAddJobNote } from './add-job-note.ts'
import type { PhoneSearchNeeds } from './admit-phone-search.ts'
import type { JobNeeds } from './answer-job.ts'
import { type AskNeeds, mountAskCustomer } from './ask-customer.ts'
import { mountCancelJob } from './cancel-job.ts'
import { mountChargeJobAgain } from './charge-job-again.ts'
import { mountConfirmJobDelivery } from './confirm-job-delivery.ts'
import { mountExportJobTimeline } from './export-job-timeline.ts'
import { mountHideJob } from './hide-job.ts'
import { mountListJobs } from './list-jobs.ts'
import { mountMoveJobPin } from './move-job-pin.ts'
import { mountReadJobForStaff } from './read-job-for-staff.ts'
import { mountReassignJob, type ReassignNeeds } from './reassign-job.ts'
import { mountRefundJob } from './refund-job.ts'
import { mountRenewJobHold } from './renew-job-hold.ts'
import { mountResendJobText } from './resend-job-text.ts'
import { mountResolveJobProblems } from './resolve-job-problems.ts'
import { mountUnhideJob } from './unhide-job.ts'
import { mountWithdrawJobDraft } from './withdraw-job-draft.ts'

export type StaffJobsNeeds = JobNeeds & AskNeeds & ReassignNeeds & PhoneSearchNeeds & RecordExportNeeds

/** Jobs, and what staff do with them. */
export function mountStaffJobs(scope: FastifyInstance, needs: StaffJobsNeeds): void {
  mountListJobs(scope, needs)
  mountReadJobForStaff(scope, needs)
  mountExportJobTimeline(scope, needs)
  mountCancelJob(scope, needs)
  mountChargeJobAgain(scope, needs)
  mountRefundJob(scope, needs)
  mountResendJobText(scope, needs)
  mountHideJob(scope, needs)
  mountUnhideJob(scope, needs)
  mountWithdrawJobDraft(scope, needs)
  mountResolveJobProblems(scope, needs)
  mountConfirmJobDelivery(scope, needs)
  mountReassignJob(scope, needs)
  mountRenewJobHold(scope, needs)
  mountAskCustomer(scope, needs)
  mountMoveJobPin(scope, needs)
  mountAddJobNote(scope, needs)
}

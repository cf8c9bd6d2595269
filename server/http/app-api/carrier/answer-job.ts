import type { CarrierJob } from '#contract/app/job.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { type CarrierReadNeeds, readCarriersJob } from '../../../jobs/queries/read-carrier-job.ts'
import type { Caller } from '../../callers.ts'
import { presentCarrierJob } from './views.ts'

export type AnswerNeeds = CarrierReadNeeds & { links: LinkSettings }

/** Response of all carrier actions: the current state of the job. */
export async function answerCarriersJob(
  needs: AnswerNeeds,
  { caller, jobId }: { caller: Caller; jobId: string },
): Promise<CarrierJob> {
  const read = await readCarriersJob(needs, { jobId, carrierId: caller.accountId })
  return presentCarrierJob(read, needs.links)
}

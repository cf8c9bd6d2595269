import { findCustomersJob } from '../../../jobs/find-job.ts'
import type { EffectNeeds } from '../../../payments/effects/run.ts'
import type { Processor } from '../../../payments/processor.ts'

/** `baseUrl`: our public URL, to which pages of the processor redirect back. */
export type PaymentNeeds = EffectNeeds & { baseUrl: string }

/**
 * The processor for the caller's payments: that of the job's mode, or the live processor without a job.
 *
 * @throws Problem `not_found` when the caller has no such job.
 */
export async function processorFor(
  { kysely, processors }: PaymentNeeds,
  { accountId, jobId }: { accountId: string; jobId: string | undefined },
): Promise<Processor> {
  if (!jobId) return processors.of('live')
  const { mode } = await findCustomersJob(kysely, { jobId, customerId: accountId })
  return processors.of(mode)
}

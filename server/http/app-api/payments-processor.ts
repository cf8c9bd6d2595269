import { findCustomersJob } from '../../jobs/find-job.ts'
import type { Processor } from '../../payments/processor.ts'
import type { EffectNeeds } from '../../payments/run-effect.ts'

/** `baseUrl`: what the outside calls us, where pages of others lead back to. */
export type PaymentNeeds = EffectNeeds & { baseUrl: string }

/** What the caller pays with: for one of their jobs the processor of its mode. @throws Problem `not_found`. */
export async function processorFor(
  { kysely, processors }: PaymentNeeds,
  { accountId, jobId }: { accountId: string; jobId: string | undefined },
): Promise<Processor> {
  if (!jobId) return processors.of('live')
  const { mode } = await findCustomersJob(kysely, { jobId, customerId: accountId })
  return processors.of(mode)
}

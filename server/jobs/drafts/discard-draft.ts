import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { lockCustomersJob } from '../find-job.ts'
import { wrongState } from '../refusals.ts'
import { deleteLockedDraft } from './delete-drafts.ts'

/**
 * The customer discards a draft of theirs, the draft of a partner included: it is deleted as its expiry would delete it
 * (decision 76). The lock on the job prevents a concurrent payment. A repeated request finds no draft.
 *
 * @throws Problem `not_found` (404), `wrong_state`, `payment_pending` (409).
 */
export async function discardDraft(
  { kysely }: { kysely: Kysely<Tables> },
  which: { jobId: string; customerId: string },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await lockCustomersJob(trx, which)
    if (job.status !== 'draft') throw wrongState(job)
    if (!(await deleteLockedDraft(trx, job.id))) throw paymentInProgress
  })
}

const paymentInProgress = new Problem('payment_pending', (t) => t.payments.inProgress)

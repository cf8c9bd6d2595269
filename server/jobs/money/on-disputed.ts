import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { OnDisputed } from '../../payments/disputes.ts'
import { blockMoney, liftBlock } from './blocks.ts'

/**
 * A charge is disputed, or a network warns of fraud: the carriers of the jobs it paid are not paid until somebody has looked.
 * A charge that filled a wallet paid every job whose transfer comes from it.
 */
export const onDisputed: OnDisputed = async (trx, { payment, kind, isBlocking }) => {
  for (const jobId of await jobsOf(trx, payment)) {
    const job = await trx
      .selectFrom('job')
      .selectAll()
      .where('id', '=', jobId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!job) continue
    if (isBlocking) await blockMoney(trx, { jobId, cause: kind, forHours: null })
    else await liftBlock(trx, { job, cause: kind })
  }
}

async function jobsOf(trx: Transaction<Tables>, { id, jobId }: { id: string; jobId: string | null }) {
  if (jobId) return [jobId]
  const { rows } = await sql<{ jobId: string }>`
    select distinct payment.job_id as "jobId" from payment_effect effect join payment on payment.id = effect.payment_id
    where effect.source_payment_id = ${id} and payment.job_id is not null order by 1`.execute(trx)
  return rows.map((row) => row.jobId)
}

import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { blockingDisputes } from '../../payments/blocking-disputes.ts'
import type { OnDisputed } from '../../payments/events/needs.ts'
import { blockMoney, liftBlock } from './blocks.ts'

type Trx = Transaction<Tables>

/**
 * A charge is disputed, or a card network warns of fraud: blocks the payouts of the jobs it paid until staff have
 * reviewed it. A charge that filled a wallet paid every job whose transfer it funds. The block is lifted when no
 * dispute of this kind is left on any of the job's charges.
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
    else if (!(await stillHolding(trx, jobId)).has(kind)) await liftBlock(trx, { job, cause: kind })
  }
}

async function jobsOf(trx: Trx, { id, jobId }: { id: string; jobId: string | null }) {
  if (jobId) return [jobId]
  const { rows } = await sql<{ jobId: string }>`
    select distinct payment.job_id as "jobId" from payment_effect effect join payment on payment.id = effect.payment_id
    where effect.source_payment_id = ${id} and payment.job_id is not null order by 1`.execute(trx)
  return rows.map((row) => row.jobId)
}

/**
 * The kinds of disputes that still block a charge of the job: of payments for the job, and of the top-ups that fund its
 * transfers.
 */
async function stillHolding(trx: Trx, jobId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from payment where job_id = ${jobId}
    union select effect.source_payment_id from payment_effect effect
    join payment on payment.id = effect.payment_id
    where payment.job_id = ${jobId} and effect.source_payment_id is not null`.execute(trx)
  const kinds = new Set<string>()
  for (const { id } of rows) for (const kind of await blockingDisputes(trx, id)) kinds.add(kind)
  return kinds
}

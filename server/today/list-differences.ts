import { type Kysely, sql } from 'kysely'
import type { Difference } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { subjectOfDifference } from '../payments/ledger/differences.ts'
import { findLedgerRows, type LedgerRow } from '../payments/queries/find-ledger-rows.ts'

export type ShownDifference = Difference & {
  paymentId: string | null
  job: { jobId: string; jobTitle: string } | null
  rows: LedgerRow[]
}

const maxShown = 20

/** The differences of one check, as the last check has found them, each with its payment, job and rows. */
export function listDifferences(
  kysely: Kysely<Tables>,
  check: string | undefined,
): Promise<ShownDifference[]> {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { rows: found } = await sql<Difference>`
        select each->>'check' as check, each->>'subject' as subject,
          (each->>'expected_cents')::float8 as expected_cents, (each->>'actual_cents')::float8 as actual_cents
        from ledger_check cross join jsonb_array_elements(differences) as each
        where each->>'check' = coalesce(${check ?? null}::text, each->>'check') limit ${maxShown}`.execute(
        trx,
      )
      const shown: ShownDifference[] = []
      for (const difference of found) {
        const { paymentId, account } = await subjectOfDifference(trx, difference)
        const of = paymentId ? { paymentId } : { account: account ?? difference.subject }
        const { rows } = await findLedgerRows(trx, { ...of, limit: maxShown })
        shown.push({ ...difference, paymentId, rows, job: await jobOf(trx, paymentId) })
      }
      return shown
    })
}

async function jobOf(trx: Kysely<Tables>, paymentId: string | null): Promise<ShownDifference['job']> {
  if (!paymentId) return null
  const row = await trx
    .selectFrom('payment')
    .innerJoin('job', 'job.id', 'payment.job_id')
    .select(['job.id as jobId', 'job.title as jobTitle'])
    .where('payment.id', '=', paymentId)
    .executeTakeFirst()
  return row ?? null
}

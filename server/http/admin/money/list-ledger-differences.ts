import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listLedgerDifferences as operation } from '#contract/admin/money/ledger.ts'
import type { Tables } from '../../../db/tables.ts'
import { listDifferences } from '../../../today/list-differences.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { presentJob } from './present-job.ts'
import { presentLedgerRow } from './present-ledger-row.ts'

/** Lists what differs in the ledger, with its rows. */
export function mountListLedgerDifferences(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, query }) => {
    const words = shownWords(caller)
    const found = await listDifferences(kysely, query.check)
    return {
      differences: found.map(({ paymentId, job, rows, ...difference }) => ({
        ...difference,
        job: job && presentJob(job, words),
        payment_id: paymentId,
        rows: rows.map((row) => presentLedgerRow(row, words)),
      })),
    }
  })
}

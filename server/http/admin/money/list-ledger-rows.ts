import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listLedgerRows as operation } from '#contract/admin/money/ledger.ts'
import type { Tables } from '../../../db/tables.ts'
import { findLedgerRows } from '../../../payments/queries/find-ledger-rows.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { presentLedgerRow } from './present-ledger-row.ts'

/** Lists rows of the ledger. */
export function mountListLedgerRows(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, query }) => {
    const { rows, next } = await findLedgerRows(kysely, filtersOf(query))
    const words = shownWords(caller)
    return { rows: rows.map((row) => presentLedgerRow(row, words)), next }
  })
}

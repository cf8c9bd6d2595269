import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listFees as operation } from '#contract/admin/money/fees.ts'
import type { Tables } from '../../../db/tables.ts'
import { findFees } from '../../../payments/queries/find-fees.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { presentFee } from './present-fee.ts'

/** Lists what the platform earns and pays. */
export function mountListFees(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, query }) => {
    const { rows, next } = await findFees(kysely, filtersOf(query))
    const words = shownWords(caller)
    return { fees: rows.map((row) => presentFee(row, words)), next }
  })
}

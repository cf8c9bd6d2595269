import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listDisputes as operation } from '#contract/admin/money/disputes.ts'
import type { Tables } from '../../../db/tables.ts'
import { findDisputes } from '../../../payments/queries/find-disputes.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { filtersOf } from './filters.ts'
import { presentDispute } from './present-dispute.ts'

/** Lists disputes and fraud warnings. */
export function mountListDisputes(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, query }) => {
    const { rows, next } = await findDisputes(kysely, filtersOf(query))
    const words = shownWords(caller)
    return { disputes: rows.map((row) => presentDispute(row, words)), next }
  })
}

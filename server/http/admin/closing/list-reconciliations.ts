import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { defaultPageSize } from '#contract/admin/paging.ts'
import { listReconciliations as operation } from '#contract/admin/reconciliation.ts'
import { listReconciliations } from '../../../closing/reconciliations.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { presentReconciliation } from './present-reconciliation.ts'

/** Lists the days that were compared with the processor, newest first. */
export function mountListReconciliations(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, query: { limit = defaultPageSize, ...filters } }) => {
    // One more tells whether there is a next page.
    const found = await listReconciliations(kysely, { ...filters, limit: limit + 1 })
    const shown = found.slice(0, limit)
    const next = found.length > limit ? (shown.at(-1)?.id ?? null) : null
    const words = shownWords(caller)
    return { reconciliations: shown.map((run) => presentReconciliation(run, words)), next }
  })
}

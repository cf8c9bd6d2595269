import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { defaultPageSize } from '#contract/admin/paging.ts'
import { readReconciliation as operation } from '#contract/admin/reconciliation.ts'
import { listDifferences, readReconciliation } from '../../../closing/reconciliations.ts'
import type { Tables } from '../../../db/tables.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { presentDifference, presentReconciliation } from './present-reconciliation.ts'

/** Shows a day that was compared with the processor, and what differs. */
export function mountReadReconciliation(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, params, query: { limit = defaultPageSize, before } }) => {
    const { reconciliation_id: runId } = params
    const run = await readReconciliation(kysely, runId)
    if (!run) throw notFound
    // One more tells whether there is a next page.
    const found = await listDifferences(kysely, { runId, before, limit: limit + 1 })
    const shown = found.slice(0, limit)
    const next = found.length > limit ? (shown.at(-1)?.id ?? null) : null
    const words = shownWords(caller)
    const differences = shown.map((difference) => presentDifference(difference, words))
    return { reconciliation: presentReconciliation(run, words), differences, next }
  })
}

import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { repeatReconciliation as operation } from '#contract/admin/reconciliation.ts'
import { repeatReconciliation } from '../../../closing/reconciliation-acts.ts'
import { readReconciliation } from '../../../closing/reconciliations.ts'
import type { Tables } from '../../../db/tables.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { shownWords } from '../sees-phones.ts'
import { presentReconciliation } from './present-reconciliation.ts'

/** Lets a day be compared with the processor again. */
export function mountRepeatReconciliation(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const { reconciliation_id: id } = params
    const by = byCaller(caller, request, body.reason)
    if (!(await repeatReconciliation({ kysely }, { id, by }))) throw notFound
    const run = await readReconciliation(kysely, id)
    if (!run) throw notFound
    return presentReconciliation(run, shownWords(caller))
  })
}

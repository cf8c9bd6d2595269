import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { explainDifference as operation } from '#contract/admin/reconciliation.ts'
import { explainDifference } from '../../../closing/reconciliation-acts.ts'
import { readDifference } from '../../../closing/reconciliations.ts'
import type { Tables } from '../../../db/tables.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { shownWords } from '../sees-phones.ts'
import { presentDifference } from './present-reconciliation.ts'

/** Records why a difference to the processor is in order. */
export function mountExplainDifference(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const { difference_id: id } = params
    const by = byCaller(caller, request, body.reason)
    if (!(await explainDifference({ kysely }, { id, by }))) throw notFound
    const difference = await readDifference(kysely, id)
    if (!difference) throw notFound
    return presentDifference(difference, shownWords(caller))
  })
}

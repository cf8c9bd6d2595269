import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { withdrawJobDraft as operation } from '#contract/admin/job-acts.ts'
import type { Tables } from '../../../db/tables.ts'
import { withdrawDraft } from '../../../jobs/drafts/withdraw-draft.ts'
import { withdrawRefusal } from '../../../jobs/staff-guards.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { staffAct } from './staff-act.ts'

/** Deletes an unpaid draft. */
export function mountWithdrawJobDraft(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    const result = await withdrawDraft(needs, staffAct(call))
    if (result.outcome === 'withdrawn') return
    throw (result.outcome === 'refused' && withdrawRefusal(result)) || notFound
  })
}

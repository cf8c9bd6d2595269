import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { resendJobText as operation } from '#contract/admin/job-acts.ts'
import type { Tables } from '../../../db/tables.ts'
import { resendDraftSms } from '../../../jobs/drafts/resend-draft-sms.ts'
import { resendProblem } from '../../../jobs/staff-guards.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { staffAct } from './staff-act.ts'

/** Texts the link of a draft again. */
export function mountResendJobText(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    const result = await resendDraftSms(needs, staffAct(call))
    if (result.outcome === 'unknown') throw notFound
    if (result.outcome === 'refused') throw resendProblem(result)
    return { sms_id: result.smsId, is_new: result.isNew }
  })
}

import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { suspendPartnerMember as operation } from '#contract/admin/partner-members.ts'
import type { Tables } from '../../../db/tables.ts'
import { suspendMember } from '../../../members/administer.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { presentPartnerMember } from './present-partner-member.ts'

/** Suspends a member of a partner and ends every session of the member. */
export function mountSuspendPartnerMember(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const { partner_id: partnerId, member_id: memberId } = params
    const by = byCaller(caller, request, body.reason)
    const member = await suspendMember({ kysely }, { memberId, partnerId, by })
    if (!member) throw notFound
    return presentPartnerMember(member)
  })
}

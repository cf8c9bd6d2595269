import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { changePartnerMemberRole as operation } from '#contract/admin/partner-members.ts'
import type { Tables } from '../../../db/tables.ts'
import { changeMemberRole } from '../../../members/administer.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { presentPartnerMember } from './present-partner-member.ts'

/** Changes the role of a member of a partner. */
export function mountChangePartnerMemberRole(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, params, body: { role, reason }, request }) => {
    const { partner_id: partnerId, member_id: memberId } = params
    const by = byCaller(caller, request, reason)
    const member = await changeMemberRole({ kysely }, { memberId, partnerId, role, by })
    if (!member) throw notFound
    return presentPartnerMember(member)
  })
}

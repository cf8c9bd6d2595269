import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { changeMemberRole as operation } from '#contract/admin/members.ts'
import type { Tables } from '../../../db/tables.ts'
import { changeMemberRole } from '../../../members/administer.ts'
import { byMember } from '../../../members/by-member.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { visitOf } from '../visit.ts'
import { presentMember } from './present-member.ts'

/** Changes a member's role. */
export function mountChangeMemberRole(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params: { member_id: memberId }, body: { role }, request }) => {
    const by = byMember(caller, visitOf(request))
    const member = await changeMemberRole({ kysely }, { memberId, partnerId: caller.partnerId, role, by })
    if (!member) throw notFound
    return presentMember(member)
  })
}

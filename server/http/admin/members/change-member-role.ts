import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { changeMemberRole as operation } from '#contract/admin/members.ts'
import type { Tables } from '../../../db/tables.ts'
import { changeMemberRole } from '../../../members/administer.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { presentMember } from './present-member.ts'

/** Changes a member's role. */
export function mountChangeMemberRole(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params: { member_id: memberId }, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    const member = await changeMemberRole(
      { kysely },
      { memberId, partnerId: caller.partnerId, role: body.role, by },
    )
    if (!member) throw notFound
    return presentMember(member)
  })
}

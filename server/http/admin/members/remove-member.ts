import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { removeMember as operation } from '#contract/admin/members.ts'
import type { Tables } from '../../../db/tables.ts'
import { removeMember } from '../../../members/administer.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

/** Deletes a member with every way in. */
export function mountRemoveMember(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params: { member_id: memberId }, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    if (!(await removeMember({ kysely }, { memberId, partnerId: caller.partnerId, by }))) throw notFound
  })
}

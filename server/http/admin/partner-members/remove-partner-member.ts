import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { removePartnerMember as operation } from '#contract/admin/partner-members.ts'
import type { Tables } from '../../../db/tables.ts'
import { removeMember } from '../../../members/administer.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

/** Deletes a member of a partner with every way in. */
export function mountRemovePartnerMember(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const { partner_id: partnerId, member_id: memberId } = params
    const by = byCaller(caller, request, body.reason)
    if (!(await removeMember({ kysely }, { memberId, partnerId, by }))) throw notFound
  })
}

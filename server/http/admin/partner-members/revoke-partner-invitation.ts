import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { revokePartnerInvitation as operation } from '#contract/admin/partner-members.ts'
import type { Tables } from '../../../db/tables.ts'
import { revokeInvitation } from '../../../members/invite.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

/** Ends the link of an invitation of a partner. */
export function mountRevokePartnerInvitation(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const { partner_id: partnerId, invitation_id: invitationId } = params
    const by = byCaller(caller, request, body.reason)
    if (!(await revokeInvitation({ kysely }, { invitationId, partnerId, by }))) throw notFound
  })
}

import type { FastifyInstance } from 'fastify'
import { inviteMemberBack as operation } from '#contract/admin/members.ts'
import { inviteMemberBack } from '../../../members/invite.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { type InvitationNeeds, presentInvitation } from './present-invitation.ts'

/** Makes a link for a member who has lost every way in. */
export function mountInviteMemberBack(scope: FastifyInstance, { kysely, baseUrl }: InvitationNeeds): void {
  mount(scope, operation, async ({ caller, params: { member_id: memberId }, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    const { partnerId } = caller
    const issued = await inviteMemberBack({ kysely }, { memberId, partnerId, by })
    if (!issued) throw notFound
    return presentInvitation(baseUrl, issued)
  })
}

import type { FastifyInstance } from 'fastify'
import { invitePartnerMemberBack as operation } from '#contract/admin/partner-members.ts'
import { inviteMemberBack } from '../../../members/invite.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { type InvitationNeeds, presentInvitation } from '../members/present-invitation.ts'

/** Makes a link for a member of a partner who has lost every way in. */
export function mountInvitePartnerMemberBack(
  scope: FastifyInstance,
  { kysely, baseUrl }: InvitationNeeds,
): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const { partner_id: partnerId, member_id: memberId } = params
    const by = byCaller(caller, request, body.reason)
    const issued = await inviteMemberBack({ kysely }, { memberId, partnerId, by })
    if (!issued) throw notFound
    return presentInvitation(baseUrl, issued)
  })
}

import type { FastifyInstance } from 'fastify'
import { invitePartnerMember as operation } from '#contract/admin/partner-members.ts'
import { inviteMember } from '../../../members/invite.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { type InvitationNeeds, presentInvitation } from '../members/present-invitation.ts'
import { requirePartner } from '../partners/present-partner.ts'

/** Invites somebody of a partner, by default in the language of the member of staff. */
export function mountInvitePartnerMember(scope: FastifyInstance, { kysely, baseUrl }: InvitationNeeds): void {
  mount(scope, operation, async ({ caller, params: { partner_id: partnerId }, body, request }) => {
    await requirePartner(kysely, partnerId)
    const { name, role, language = caller.language, reason } = body
    const by = byCaller(caller, request, reason)
    return presentInvitation(baseUrl, await inviteMember({ kysely }, { partnerId, name, role, language, by }))
  })
}

import type { FastifyInstance } from 'fastify'
import { inviteMember as operation } from '#contract/admin/members.ts'
import { inviteMember } from '../../../members/invite.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { type InvitationNeeds, presentInvitation } from './present-invitation.ts'

/** Invites a member of staff, by default in the language of the owner. */
export function mountInviteMember(scope: FastifyInstance, { kysely, baseUrl }: InvitationNeeds): void {
  mount(scope, operation, async ({ caller, body, request }) => {
    const { name, role, language = caller.language } = body
    const { partnerId } = caller
    const by = byCaller(caller, request, body.reason)
    return presentInvitation(baseUrl, await inviteMember({ kysely }, { partnerId, name, role, language, by }))
  })
}

import type { partnerMemberOperations } from '#contract/admin/partner-members.ts'
import type { Answered } from '#contract/app/common.ts'
import type { OpenPartnerInvitation, PartnerMember } from '#contract/partner-panel/members.ts'
import type { PartnerRole } from '#contract/vocabulary.ts'
import { readPage } from '../../../lib/page.ts'
import { changeMemberRole, removeMember, resumeMember, suspendMember } from '../../../members/administer.ts'
import { type LiveInvitation, listInvitations } from '../../../members/invitations.ts'
import { inviteMember, inviteMemberBack, revokeInvitation } from '../../../members/invite.ts'
import { listMembers, type MemberRow } from '../../../members/store.ts'
import { startViewing } from '../../../members/view-partner.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { byCaller, visitOf } from '../by-caller.ts'
import { createMemberCookies } from '../cookies.ts'
import {
  type InvitationNeeds,
  presentInvitation,
  presentMember,
  presentOpenInvitation,
} from '../members/present.ts'
import { requirePartner } from '../partners/present-partner.ts'

type PartnerMembersNeeds = InvitationNeeds

/** Who is a member of a partner, and the view of the partner's own pages. */
export const partnerMemberHandlers: Handlers<typeof partnerMemberOperations, PartnerMembersNeeds> = {
  listPartnerMembers:
    ({ kysely }) =>
    async ({ params: { partner_id: partnerId }, query }) => {
      await requirePartner(kysely, partnerId)
      const find = (limit: number) => listMembers(kysely, { partnerId, before: query.before, limit })
      const { rows, next } = await readPage(query, find, ({ id }) => id)
      return { members: rows.map(presentPartnerMember), next }
    },
  invitePartnerMember:
    ({ kysely, baseUrl }) =>
    async ({ caller, params: { partner_id: partnerId }, body, request }) => {
      await requirePartner(kysely, partnerId)
      const { name, role, language = caller.language, reason } = body
      const by = byCaller(caller, request, reason)
      return presentInvitation(
        baseUrl,
        await inviteMember({ kysely }, { partnerId, name, role, language, by }),
      )
    },
  invitePartnerMemberBack:
    ({ kysely, baseUrl }) =>
    async ({ caller, params, body, request }) => {
      const { partner_id: partnerId, member_id: memberId } = params
      const by = byCaller(caller, request, body.reason)
      const issued = await inviteMemberBack({ kysely }, { memberId, partnerId, by })
      if (!issued) throw notFound
      return presentInvitation(baseUrl, issued)
    },
  listPartnerInvitations:
    ({ kysely }) =>
    async ({ params: { partner_id: partnerId }, query }) => {
      await requirePartner(kysely, partnerId)
      const find = (limit: number) => listInvitations(kysely, { partnerId, before: query.before, limit })
      const { rows, next } = await readPage(query, find, ({ id }) => id)
      return { invitations: rows.map(presentPartnerInvitation), next }
    },
  revokePartnerInvitation:
    ({ kysely }) =>
    async ({ caller, params, body, request }) => {
      const { partner_id: partnerId, invitation_id: invitationId } = params
      const by = byCaller(caller, request, body.reason)
      if (!(await revokeInvitation({ kysely }, { invitationId, partnerId, by }))) throw notFound
    },
  changePartnerMemberRole:
    ({ kysely }) =>
    async ({ caller, params, body: { role, reason }, request }) => {
      const { partner_id: partnerId, member_id: memberId } = params
      const by = byCaller(caller, request, reason)
      const member = await changeMemberRole({ kysely }, { memberId, partnerId, role, by })
      if (!member) throw notFound
      return presentPartnerMember(member)
    },
  suspendPartnerMember:
    ({ kysely }) =>
    async ({ caller, params, body, request }) => {
      const { partner_id: partnerId, member_id: memberId } = params
      const by = byCaller(caller, request, body.reason)
      const member = await suspendMember({ kysely }, { memberId, partnerId, by })
      if (!member) throw notFound
      return presentPartnerMember(member)
    },
  resumePartnerMember:
    ({ kysely }) =>
    async ({ caller, params, body, request }) => {
      const { partner_id: partnerId, member_id: memberId } = params
      const by = byCaller(caller, request, body.reason)
      const member = await resumeMember({ kysely }, { memberId, partnerId, by })
      if (!member) throw notFound
      return presentPartnerMember(member)
    },
  removePartnerMember:
    ({ kysely }) =>
    async ({ caller, params, body, request }) => {
      const { partner_id: partnerId, member_id: memberId } = params
      const by = byCaller(caller, request, body.reason)
      if (!(await removeMember({ kysely }, { memberId, partnerId, by }))) throw notFound
    },
  viewPartner: ({ kysely, baseUrl }) => {
    const cookies = createMemberCookies(baseUrl, 'partner')
    return async ({ caller: session, params, body, request, reply }) => {
      const { device } = visitOf(request)
      const by = byCaller(session, request, body.reason)
      const viewing = await startViewing({ kysely }, { session, partnerId: params.partner_id, device, by })
      if (!viewing) throw notFound
      cookies.session.write(reply, viewing.token)
      return { expires_at: viewing.expiresAt }
    }
  },
}

const presentPartnerMember = (member: MemberRow): Answered<PartnerMember> => ({
  ...presentMember(member),
  role: member.role as PartnerRole,
})

const presentPartnerInvitation = (invitation: LiveInvitation): Answered<OpenPartnerInvitation> => ({
  ...presentOpenInvitation(invitation),
  role: invitation.role as PartnerRole,
})

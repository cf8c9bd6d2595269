import type { memberOperations } from '#contract/admin/members.ts'
import { readPage } from '../../../lib/page.ts'
import { changeMemberRole, removeMember, resumeMember, suspendMember } from '../../../members/administer.ts'
import { listInvitations } from '../../../members/invitations.ts'
import { inviteMember, inviteMemberBack, revokeInvitation } from '../../../members/invite.ts'
import { listMembers } from '../../../members/store.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { type InvitationNeeds, presentInvitation, presentMember, presentOpenInvitation } from './present.ts'

export type MembersNeeds = InvitationNeeds

/** Who is a member of staff, and with which role. */
export const memberHandlers: Handlers<typeof memberOperations, MembersNeeds> = {
  listMembers:
    ({ kysely }) =>
    async ({ caller: { partnerId }, query }) => {
      const find = (limit: number) => listMembers(kysely, { partnerId, before: query.before, limit })
      const { rows, next } = await readPage(query, find, ({ id }) => id)
      return { members: rows.map(presentMember), next }
    },
  inviteMember:
    ({ kysely, baseUrl }) =>
    async ({ caller, body, request }) => {
      const { name, role, language = caller.language } = body
      const { partnerId } = caller
      const by = byCaller(caller, request, body.reason)
      return presentInvitation(
        baseUrl,
        await inviteMember({ kysely }, { partnerId, name, role, language, by }),
      )
    },
  inviteMemberBack:
    ({ kysely, baseUrl }) =>
    async ({ caller, params: { member_id: memberId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      const { partnerId } = caller
      const issued = await inviteMemberBack({ kysely }, { memberId, partnerId, by })
      if (!issued) throw notFound
      return presentInvitation(baseUrl, issued)
    },
  listInvitations:
    ({ kysely }) =>
    async ({ caller: { partnerId }, query }) => {
      const find = (limit: number) => listInvitations(kysely, { partnerId, before: query.before, limit })
      const { rows, next } = await readPage(query, find, ({ id }) => id)
      return { invitations: rows.map(presentOpenInvitation), next }
    },
  revokeInvitation:
    ({ kysely }) =>
    async ({ caller, params, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      const { partnerId } = caller
      const done = await revokeInvitation({ kysely }, { invitationId: params.invitation_id, partnerId, by })
      if (!done) throw notFound
    },
  changeMemberRole:
    ({ kysely }) =>
    async ({ caller, params: { member_id: memberId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      const member = await changeMemberRole(
        { kysely },
        { memberId, partnerId: caller.partnerId, role: body.role, by },
      )
      if (!member) throw notFound
      return presentMember(member)
    },
  suspendMember:
    ({ kysely }) =>
    async ({ caller, params: { member_id: memberId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      const member = await suspendMember({ kysely }, { memberId, partnerId: caller.partnerId, by })
      if (!member) throw notFound
      return presentMember(member)
    },
  resumeMember:
    ({ kysely }) =>
    async ({ caller, params: { member_id: memberId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      const member = await resumeMember({ kysely }, { memberId, partnerId: caller.partnerId, by })
      if (!member) throw notFound
      return presentMember(member)
    },
  removeMember:
    ({ kysely }) =>
    async ({ caller, params: { member_id: memberId }, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      if (!(await removeMember({ kysely }, { memberId, partnerId: caller.partnerId, by }))) throw notFound
    },
}

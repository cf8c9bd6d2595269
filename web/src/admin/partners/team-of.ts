import type { StaffMe } from '#contract/admin/common.ts'
import {
  changePartnerMemberRole,
  invitePartnerMember,
  invitePartnerMemberBack,
  listPartnerInvitations,
  listPartnerMembers,
  removePartnerMember,
  resumePartnerMember,
  revokePartnerInvitation,
  suspendPartnerMember,
} from '#contract/admin/partner-members.ts'
import { call } from '../../kit/api.ts'
import { plainReading } from '../../kit/query-client.ts'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import type { Team, TeamActs } from '../../partnership/people/team.ts'
import { mayCall } from '../session/me.ts'

/** The people of one partner, as a member of staff sees them. */
export function teamOf(me: StaffMe, partnerId: string): Team {
  const params = { partner_id: partnerId }
  const mayAct = mayCall(me, invitePartnerMember)
  return {
    members: (before) =>
      plainReading(listPartnerMembers, { params, query: { limit: 200, ...(before && { before }) } }),
    invitations: () => plainReading(listPartnerInvitations, { params, query: { limit: 200 } }),
    acts: mayAct ? actsOn(partnerId) : null,
    reasonBody: suspendPartnerMember.body,
    // Not every act on this page asks for a proof; those that are sent later do.
    prove: () => proveAhead(me),
    changed: [listPartnerMembers, listPartnerInvitations],
    historyOf: (memberId) => ({ to: '/admin/audit', search: { actor: memberId } }),
  }
}

function actsOn(partnerId: string): TeamActs {
  const params = { partner_id: partnerId }
  const of = (member_id: string) => ({ partner_id: partnerId, member_id })
  return {
    invite: (person, reason) => call(invitePartnerMember, { params, body: { ...person, reason } }),
    inviteBack: (memberId, reason) =>
      call(invitePartnerMemberBack, { params: of(memberId), body: { reason } }),
    changeRole: (memberId, role, reason) =>
      call(changePartnerMemberRole, { params: of(memberId), body: { role, reason } }),
    suspend: (memberId, reason) => call(suspendPartnerMember, { params: of(memberId), body: { reason } }),
    resume: (memberId, reason) => call(resumePartnerMember, { params: of(memberId), body: { reason } }),
    remove: (memberId, reason, options) =>
      call(removePartnerMember, { params: of(memberId), body: { reason }, ...options }),
    revoke: (invitation_id, reason, options) =>
      call(revokePartnerInvitation, {
        params: { partner_id: partnerId, invitation_id },
        body: { reason },
        ...options,
      }),
  }
}

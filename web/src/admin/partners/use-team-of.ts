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
import type { Partner } from '#contract/admin/partners.ts'
import { languages } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { plainReading } from '../../kit/query-client.ts'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import type { Team, TeamActs } from '../../member/team/team.ts'
import { asPartners } from '../../partnership/people/as-partners.ts'
import { useTeamBasis } from '../../partnership/people/use-team-basis.ts'
import { mayCall, useMe } from '../session/me.ts'

/** The people of one partner, as a member of staff sees them. */
export function useTeamOf({ partner_id: partnerId, sms_language }: Partner): Team {
  const me = useMe()
  const basis = useTeamBasis()
  const params = { partner_id: partnerId }
  const usualLanguage = languages.find((each) => each === sms_language)
  const mayAct = mayCall(me, invitePartnerMember)
  return {
    ...basis,
    ...(usualLanguage && { usualLanguage }),
    members: (before) =>
      plainReading(listPartnerMembers, { params, query: { limit: 200, ...(before && { before }) } }),
    invitations: () => plainReading(listPartnerInvitations, { params, query: { limit: 200 } }),
    acts: mayAct ? actsOn(partnerId) : null,
    bodies: { invite: invitePartnerMember.body, reason: suspendPartnerMember.body },
    // Not every act on this page asks for a proof; acts that are sent later do.
    prove: () => proveAhead(me),
    changed: [listPartnerMembers, listPartnerInvitations],
    historyOf: (memberId) => ({ to: '/admin/audit', search: { actor: memberId } }),
  }
}

function actsOn(partnerId: string): TeamActs {
  const params = { partner_id: partnerId }
  const of = (member_id: string) => ({ partner_id: partnerId, member_id })
  return {
    invite: ({ role, ...person }, reason) =>
      call(invitePartnerMember, { params, body: { ...person, role: asPartners(role), reason } }),
    inviteBack: (memberId, reason) =>
      call(invitePartnerMemberBack, { params: of(memberId), body: { reason } }),
    changeRole: (memberId, role, reason) =>
      call(changePartnerMemberRole, { params: of(memberId), body: { role: asPartners(role), reason } }),
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

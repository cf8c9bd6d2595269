import {
  changeOwnMemberRole,
  inviteOwnMember,
  inviteOwnMemberBack,
  listOwnInvitations,
  listOwnMembers,
  removeOwnMember,
  resumeOwnMember,
  revokeOwnInvitation,
  suspendOwnMember,
} from '#contract/partner-panel/members.ts'
import { call } from '../../kit/api.ts'
import { plainReading } from '../../kit/query-client.ts'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import type { Team, TeamActs } from '../../member/team/team.ts'
import { asPartners } from '../../partnership/people/as-partners.ts'
import { useTeamBasis } from '../../partnership/people/use-team-basis.ts'
import { mayCall, useMe } from '../session/me.ts'
import { surface } from '../surface.ts'

/** The people of the reader's company; an administrator decides on them. */
export function useOwnTeam(): Team {
  const me = useMe()
  const basis = useTeamBasis()
  return {
    ...basis,
    members: (before) => plainReading(listOwnMembers, { query: { limit: 200, ...(before && { before }) } }),
    invitations: () => plainReading(listOwnInvitations, { query: { limit: 200 } }),
    acts: mayCall(me, inviteOwnMember) ? acts : null,
    bodies: { invite: inviteOwnMember.body, reason: suspendOwnMember.body },
    prove: () => proveAhead(me),
    // The role of the reader may be what changes.
    changed: [listOwnMembers, listOwnInvitations, surface.operations.readMe],
    ownId: me.member_id,
  }
}

const acts: TeamActs = {
  invite: ({ role, ...person }, reason) =>
    call(inviteOwnMember, { body: { ...person, role: asPartners(role), reason } }),
  inviteBack: (member_id, reason) => call(inviteOwnMemberBack, { params: { member_id }, body: { reason } }),
  changeRole: (member_id, role, reason) =>
    call(changeOwnMemberRole, { params: { member_id }, body: { role: asPartners(role), reason } }),
  suspend: (member_id, reason) => call(suspendOwnMember, { params: { member_id }, body: { reason } }),
  resume: (member_id, reason) => call(resumeOwnMember, { params: { member_id }, body: { reason } }),
  remove: (member_id, reason, options) =>
    call(removeOwnMember, { params: { member_id }, body: { reason }, ...options }),
  revoke: (invitation_id, reason, options) =>
    call(revokeOwnInvitation, { params: { invitation_id }, body: { reason }, ...options }),
}

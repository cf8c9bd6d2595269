import {
  changeMemberRole,
  inviteMember,
  inviteMemberBack,
  listInvitations,
  listMembers,
  removeMember,
  resumeMember,
  revokeInvitation,
  suspendMember,
} from '#contract/admin/members.ts'
import { readStaffMe } from '#contract/admin/own-access.ts'
import { staffRoles } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { plainReading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import type { Team, TeamActs } from '../../member/team/team.ts'
import { mayCall, useMe } from '../session/me.ts'
import { asStaff } from './as-staff.ts'

/** The operator's team; an owner decides on it. */
export function useStaffTeam(): Team {
  const { t } = useTexts('admin')
  const me = useMe()
  return {
    roles: staffRoles,
    usualRole: 'staff',
    words: {
      title: t('staff.title'),
      none: { title: t('staff.none'), text: t('staff.noneText') },
      onlyWho: t('staff.onlyOwners'),
      role: (role) => t(`roles.${asStaff(role)}`),
      roleHelp: (role) => t(`roleHelp.${asStaff(role)}`),
    },
    members: (before) => plainReading(listMembers, { query: { limit: 200, ...(before && { before }) } }),
    invitations: () => plainReading(listInvitations, { query: { limit: 200 } }),
    acts: mayCall(me, inviteMember) ? acts : null,
    bodies: { invite: inviteMember.body, reason: suspendMember.body },
    prove: () => proveAhead(me),
    // The role of the reader may be what changes.
    changed: [listMembers, listInvitations, readStaffMe],
    ownId: me.member_id,
    historyOf: (memberId) => ({ to: '/admin/audit', search: { actor: memberId } }),
  }
}

const acts: TeamActs = {
  invite: ({ role, ...person }, reason) =>
    call(inviteMember, { body: { ...person, role: asStaff(role), reason } }),
  inviteBack: (member_id, reason) => call(inviteMemberBack, { params: { member_id }, body: { reason } }),
  changeRole: (member_id, role, reason) =>
    call(changeMemberRole, { params: { member_id }, body: { role: asStaff(role), reason } }),
  suspend: (member_id, reason) => call(suspendMember, { params: { member_id }, body: { reason } }),
  resume: (member_id, reason) => call(resumeMember, { params: { member_id }, body: { reason } }),
  remove: (member_id, reason, options) =>
    call(removeMember, { params: { member_id }, body: { reason }, ...options }),
  revoke: (invitation_id, reason, options) =>
    call(revokeInvitation, { params: { invitation_id }, body: { reason }, ...options }),
}

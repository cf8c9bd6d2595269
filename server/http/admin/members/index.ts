import type { FastifyInstance } from 'fastify'
import { mountChangeMemberRole } from './change-member-role.ts'
import { mountInviteMember } from './invite-member.ts'
import { mountInviteMemberBack } from './invite-member-back.ts'
import { mountListInvitations } from './list-invitations.ts'
import { mountListMembers } from './list-members.ts'
import type { InvitationNeeds } from './present-invitation.ts'
import { mountRemoveMember } from './remove-member.ts'
import { mountResumeMember } from './resume-member.ts'
import { mountRevokeInvitation } from './revoke-invitation.ts'
import { mountSuspendMember } from './suspend-member.ts'

export type MembersNeeds = InvitationNeeds

/** Who is a member of staff, and with which role. */
export function mountMembers(scope: FastifyInstance, needs: MembersNeeds): void {
  mountListMembers(scope, needs)
  mountInviteMember(scope, needs)
  mountInviteMemberBack(scope, needs)
  mountListInvitations(scope, needs)
  mountRevokeInvitation(scope, needs)
  mountChangeMemberRole(scope, needs)
  mountSuspendMember(scope, needs)
  mountResumeMember(scope, needs)
  mountRemoveMember(scope, needs)
}

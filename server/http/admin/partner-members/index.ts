import type { FastifyInstance } from 'fastify'
import type { InvitationNeeds } from '../members/present-invitation.ts'
import { mountChangePartnerMemberRole } from './change-partner-member-role.ts'
import { mountInvitePartnerMember } from './invite-partner-member.ts'
import { mountInvitePartnerMemberBack } from './invite-partner-member-back.ts'
import { mountListPartnerInvitations } from './list-partner-invitations.ts'
import { mountListPartnerMembers } from './list-partner-members.ts'
import { mountRemovePartnerMember } from './remove-partner-member.ts'
import { mountResumePartnerMember } from './resume-partner-member.ts'
import { mountRevokePartnerInvitation } from './revoke-partner-invitation.ts'
import { mountSuspendPartnerMember } from './suspend-partner-member.ts'
import { mountViewPartner } from './view-partner.ts'

/** Who is a member of a partner, and the view of the partner's own pages. */
export function mountPartnerMembers(scope: FastifyInstance, needs: InvitationNeeds): void {
  mountListPartnerMembers(scope, needs)
  mountInvitePartnerMember(scope, needs)
  mountInvitePartnerMemberBack(scope, needs)
  mountListPartnerInvitations(scope, needs)
  mountRevokePartnerInvitation(scope, needs)
  mountChangePartnerMemberRole(scope, needs)
  mountSuspendPartnerMember(scope, needs)
  mountResumePartnerMember(scope, needs)
  mountRemovePartnerMember(scope, needs)
  mountViewPartner(scope, needs)
}

import type { OpenPartnerInvitation, PartnerMember } from '#contract/partner-panel/members.ts'
import type { PartnerRole } from '#contract/vocabulary.ts'
import type { LiveInvitation } from '../../../members/invitations.ts'
import type { MemberRow } from '../../../members/store.ts'
import { presentOpenInvitation } from '../members/present-invitation.ts'
import { presentMember } from '../members/present-member.ts'

export const presentPartnerMember = (member: MemberRow): PartnerMember => ({
  ...presentMember(member),
  role: member.role as PartnerRole,
})

export const presentPartnerInvitation = (invitation: LiveInvitation): OpenPartnerInvitation => ({
  ...presentOpenInvitation(invitation),
  role: invitation.role as PartnerRole,
})

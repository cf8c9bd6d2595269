import type { Kysely } from 'kysely'
import type { Member, OpenInvitation } from '#contract/admin/members.ts'
import type { Answered } from '#contract/app/common.ts'
import type { StaffRole } from '#contract/vocabulary.ts'
import type { Tables } from '../../../db/tables.ts'
import { type IssuedInvitation, invitationLink, type LiveInvitation } from '../../../members/invitations.ts'
import type { MemberRow } from '../../../members/store.ts'

export const presentMember = (member: MemberRow): Answered<Member> => ({
  member_id: member.id,
  name: member.name,
  role: member.role as StaffRole,
  language: member.language,
  created_at: member.created_at,
  last_seen_at: member.last_seen_at,
  suspended_at: member.suspended_at,
  passkeys: member.passkeys ?? 0,
  has_password: Boolean(member.has_password),
})

export type InvitationNeeds = { kysely: Kysely<Tables>; baseUrl: string }

/** The only response with the link. */
export const presentInvitation = (baseUrl: string, issued: IssuedInvitation) => ({
  invitation_id: issued.invitationId,
  link: invitationLink(baseUrl, issued),
  expires_at: issued.expiresAt,
})

/** An invitation in a list, without its link. */
export const presentOpenInvitation = (invitation: LiveInvitation): Answered<OpenInvitation> => ({
  invitation_id: invitation.id,
  name: invitation.name,
  role: invitation.role as StaffRole,
  way_back: invitation.member_id !== null,
  created_by: invitation.created_by,
  created_at: invitation.created_at,
  expires_at: invitation.expires_at,
})

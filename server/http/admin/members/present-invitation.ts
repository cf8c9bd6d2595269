import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type IssuedInvitation, invitationLink } from '../../../members/invitations.ts'

export type InvitationNeeds = { kysely: Kysely<Tables>; baseUrl: string }

/** The only answer that has the link. */
export const presentInvitation = (baseUrl: string, { invitationId, token, expiresAt }: IssuedInvitation) => ({
  invitation_id: invitationId,
  link: invitationLink(baseUrl, token),
  expires_at: expiresAt.toISOString(),
})

import { type IssuedInvitation, invitationLink } from '../members/invitations.ts'
import { say, show } from './output.ts'

/** Prints the link of an invitation. It is printed only here; the database stores the hash of its token. */
export function showInvitation(baseUrl: string, issued: IssuedInvitation, json: boolean): void {
  const { invitationId, expiresAt } = issued
  show({ invitation_id: invitationId, link: invitationLink(baseUrl, issued), expires_at: expiresAt }, json)
  say('The link is shown only now, and works once.', json)
}

import type { FastifyInstance } from 'fastify'
import { openInvitation } from '#contract/admin/session.ts'
import type { StaffRole } from '#contract/vocabulary.ts'
import { requireInvitation } from '../../../members/applicant.ts'
import { loginNameOf } from '../../../members/password-store.ts'
import type { SignInNeeds } from '../../../members/sign-in.ts'
import { mount } from '../../mount.ts'
import { visitOf } from '../visit.ts'

/** Shows what an invitation is for; does not use it. */
export function mountOpenInvitation(
  scope: FastifyInstance,
  needs: Pick<SignInNeeds, 'kysely' | 'surface'>,
): void {
  mount(scope, openInvitation, async ({ body: { token }, request }) => {
    const invitation = await requireInvitation(needs, { token, ...visitOf(request) })
    const { name, role, language, member_id: memberId, expires_at } = invitation
    const member = memberId === null ? null : await loginNameOf(needs.kysely, memberId)
    return {
      name,
      role: role as StaffRole,
      language,
      way_back: memberId !== null,
      has_login_name: Boolean(member?.login_name),
      offers: ['passkey' as const, 'password' as const],
      expires_at: expires_at.toISOString(),
    }
  })
}

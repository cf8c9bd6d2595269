import type { FastifyInstance } from 'fastify'
import { viewPartner as operation } from '#contract/admin/partner-members.ts'
import { startViewing } from '../../../members/view-partner.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { createMemberCookies } from '../cookies.ts'
import type { InvitationNeeds } from '../members/present-invitation.ts'
import { visitOf } from '../visit.ts'

/** Signs a member of staff in to the pages of a partner, as a viewer. */
export function mountViewPartner(scope: FastifyInstance, { kysely, baseUrl }: InvitationNeeds): void {
  const cookies = createMemberCookies(baseUrl, 'partner')
  mount(scope, operation, async ({ caller: session, params, body, request, reply }) => {
    const { device } = visitOf(request)
    const by = byCaller(session, request, body.reason)
    const viewing = await startViewing({ kysely }, { session, partnerId: params.partner_id, device, by })
    if (!viewing) throw notFound
    cookies.session.write(reply, viewing.token)
    return { expires_at: viewing.expiresAt.toISOString() }
  })
}

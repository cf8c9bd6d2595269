import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { endViewing as operation } from '#contract/partner-panel/viewing.ts'
import type { Tables } from '../../../db/tables.ts'
import { byMember } from '../../../members/by-member.ts'
import { endViewing } from '../../../members/view-partner.ts'
import type { MemberCookies } from '../../admin/cookies.ts'
import { visitOf } from '../../admin/visit.ts'
import { mount } from '../../mount.ts'

/** Ends the view of a member of staff. */
export function mountEndViewing(
  scope: FastifyInstance,
  { kysely, cookies }: { kysely: Kysely<Tables>; cookies: MemberCookies },
): void {
  mount(scope, operation, async ({ caller: session, request, reply }) => {
    await endViewing({ kysely }, { session, by: byMember(session, visitOf(request)) })
    cookies.session.clear(reply)
  })
}

import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { staffSignOut } from '#contract/admin/session.ts'
import type { Tables } from '../../../db/tables.ts'
import { signOutMember } from '../../../members/own-access.ts'
import { mount } from '../../mount.ts'
import type { MemberCookies } from '../cookies.ts'
import { visitOf } from '../visit.ts'

/** Ends the session of the request. */
export function mountStaffSignOut(
  scope: FastifyInstance,
  { kysely, cookies }: { kysely: Kysely<Tables>; cookies: MemberCookies },
): void {
  mount(scope, staffSignOut, async ({ request, reply }) => {
    const token = cookies.session.read(request)
    if (token === undefined) return
    await signOutMember({ kysely }, { token, visit: visitOf(request) })
    cookies.session.clear(reply)
  })
}

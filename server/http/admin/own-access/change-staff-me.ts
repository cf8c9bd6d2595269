import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { changeStaffMe } from '#contract/admin/own-access.ts'
import type { Tables } from '../../../db/tables.ts'
import { changeMe } from '../../../members/own-access.ts'
import { mount } from '../../mount.ts'
import { answerMe } from '../answer-me.ts'
import { visitOf } from '../visit.ts'

/** Changes the member's own name or language. */
export function mountChangeStaffMe(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, changeStaffMe, async ({ caller: session, body: { name, language }, request }) => {
    await changeMe({ kysely }, { session, visit: visitOf(request), name, language })
    return (await answerMe(kysely, session.sessionId)).me
  })
}

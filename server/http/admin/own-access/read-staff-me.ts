import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readStaffMe } from '#contract/admin/own-access.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { answerMe } from '../answer-me.ts'

/** The member behind this session. */
export function mountReadStaffMe(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, readStaffMe, async ({ caller }) => (await answerMe(kysely, caller.sessionId)).me)
}

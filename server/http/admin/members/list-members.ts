import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listMembers as operation } from '#contract/admin/members.ts'
import type { Tables } from '../../../db/tables.ts'
import { readPage } from '../../../lib/page.ts'
import { listMembers } from '../../../members/store.ts'
import { mount } from '../../mount.ts'
import { presentMember } from './present-member.ts'

/** Lists the members of staff. */
export function mountListMembers(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller: { partnerId }, query }) => {
    const find = (limit: number) => listMembers(kysely, { partnerId, before: query.before, limit })
    const { rows, next } = await readPage(query, find, ({ id }) => id)
    return { members: rows.map(presentMember), next }
  })
}

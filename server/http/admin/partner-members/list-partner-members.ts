import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listPartnerMembers as operation } from '#contract/admin/partner-members.ts'
import type { Tables } from '../../../db/tables.ts'
import { readPage } from '../../../lib/page.ts'
import { listMembers } from '../../../members/store.ts'
import { mount } from '../../mount.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { presentPartnerMember } from './present-partner-member.ts'

/** Lists the members of a partner. */
export function mountListPartnerMembers(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ params: { partner_id: partnerId }, query }) => {
    await requirePartner(kysely, partnerId)
    const find = (limit: number) => listMembers(kysely, { partnerId, before: query.before, limit })
    const { rows, next } = await readPage(query, find, ({ id }) => id)
    return { members: rows.map(presentPartnerMember), next }
  })
}

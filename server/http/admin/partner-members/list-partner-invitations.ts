import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listPartnerInvitations as operation } from '#contract/admin/partner-members.ts'
import type { Tables } from '../../../db/tables.ts'
import { readPage } from '../../../lib/page.ts'
import { listInvitations } from '../../../members/invitations.ts'
import { mount } from '../../mount.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { presentPartnerInvitation } from './present-partner-member.ts'

/** Lists the invitations of a partner that can still be used. */
export function mountListPartnerInvitations(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ params: { partner_id: partnerId }, query }) => {
    await requirePartner(kysely, partnerId)
    const find = (limit: number) => listInvitations(kysely, { partnerId, before: query.before, limit })
    const { rows, next } = await readPage(query, find, ({ id }) => id)
    return { invitations: rows.map(presentPartnerInvitation), next }
  })
}

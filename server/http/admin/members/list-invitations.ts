import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listInvitations as operation } from '#contract/admin/members.ts'
import type { Tables } from '../../../db/tables.ts'
import { readPage } from '../../../lib/page.ts'
import { listInvitations } from '../../../members/invitations.ts'
import { mount } from '../../mount.ts'
import { presentOpenInvitation } from './present-invitation.ts'

/** Lists the invitations that can still be used. */
export function mountListInvitations(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller: { partnerId }, query }) => {
    const find = (limit: number) => listInvitations(kysely, { partnerId, before: query.before, limit })
    const { rows, next } = await readPage(query, find, ({ id }) => id)
    return { invitations: rows.map(presentOpenInvitation), next }
  })
}

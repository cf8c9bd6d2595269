import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listPartnerKeys as operation } from '#contract/admin/keys.ts'
import type { Tables } from '../../../db/tables.ts'
import { findKeysOf } from '../../../keys/find-keys.ts'
import { readPage } from '../../../lib/page.ts'
import { mount } from '../../mount.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { presentKey } from './present-key.ts'

/** Lists the keys of a partner. */
export function mountListPartnerKeys(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ params: { partner_id: partnerId }, query }) => {
    await requirePartner(kysely, partnerId)
    const find = (limit: number) => findKeysOf(kysely, { partnerId, before: query.before, limit })
    const { rows, next } = await readPage(query, find, ({ key_id }) => key_id)
    return { keys: rows.map(presentKey), next }
  })
}

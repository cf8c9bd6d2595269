import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listTariffs } from '#contract/admin/tariffs.ts'
import type { Tables } from '../../../db/tables.ts'
import { readPage } from '../../../lib/page.ts'
import { listVersions } from '../../../pricing/versions.ts'
import { mount } from '../../mount.ts'
import { presentVersion } from './present-version.ts'

/** Lists the versions of the general tariff, or of a partner's. */
export function mountListTariffs(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, listTariffs, async ({ query }) => {
    const partnerId = query.partner_id ?? null
    const find = (limit: number) => listVersions(kysely, { partnerId, before: query.before, limit })
    const { rows, next } = await readPage(query, find, ({ place }) => place)
    return { tariffs: rows.map(presentVersion), next }
  })
}

import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listTariffs } from '#contract/admin/tariffs.ts'
import type { Tables } from '../../../db/tables.ts'
import { listVersions } from '../../../pricing/versions.ts'
import { mount } from '../../mount.ts'
import { presentVersion } from './present-version.ts'

/** Lists the versions of the general tariff, or of a partner's. */
export function mountListTariffs(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, listTariffs, async ({ query }) => {
    const versions = await listVersions(kysely, query.partner_id ?? null)
    return { tariffs: versions.map(presentVersion) }
  })
}

import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readTariff } from '#contract/admin/tariffs.ts'
import type { Tables } from '../../../db/tables.ts'
import { readVersion } from '../../../pricing/versions.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentVersion } from './present-version.ts'

/** Reads one version with its terms. */
export function mountReadTariff(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, readTariff, async ({ params }) => {
    const found = await readVersion(kysely, params.tariff_id)
    if (!found) throw notFound
    return { tariff: presentVersion(found.version), terms: found.terms }
  })
}

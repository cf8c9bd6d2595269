import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { setTariff } from '#contract/admin/tariffs.ts'
import type { Tables } from '../../../db/tables.ts'
import { InvalidTariff } from '../../../pricing/parse-tariff.ts'
import { addTariff } from '../../../pricing/store.ts'
import { readVersion } from '../../../pricing/versions.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { parsedTerms } from './parsed-terms.ts'
import { presentVersion } from './present-version.ts'

/** Adds a version of a tariff. */
export function mountSetTariff(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, setTariff, async ({ caller, body, request }) => {
    const { partner_id: partnerId = null, starts_at: startsAt, reason } = body
    const given = {
      partnerId,
      terms: parsedTerms(body.terms),
      startsAt: startsAt === undefined ? new Date() : new Date(startsAt),
      by: byCaller(caller, request, reason),
    }
    const { id } = await addTariff({ kysely }, given).catch((error: unknown) => {
      // The terms are valid, so the fault is the partner.
      throw error instanceof InvalidTariff ? notFound : error
    })
    const added = await readVersion(kysely, id)
    if (!added) throw notFound
    return presentVersion(added.version)
  })
}

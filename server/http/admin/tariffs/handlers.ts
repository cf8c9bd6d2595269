import type { Kysely } from 'kysely'
import type { TariffVersion as Shown, tariffOperations } from '#contract/admin/tariffs.ts'
import type { Answered } from '#contract/app/common.ts'
import type { Tables } from '../../../db/tables.ts'
import { readPage } from '../../../lib/page.ts'
import { Problem } from '../../../lib/problem.ts'
import { InvalidTariff } from '../../../pricing/parse-tariff.ts'
import { addTariff } from '../../../pricing/store.ts'
import { listVersions, readVersion, type TariffVersion, withdrawVersion } from '../../../pricing/versions.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { type CompareNeeds, compareTariff, parsedTerms } from './compare-tariff.ts'

export type TariffNeeds = CompareNeeds & { kysely: Kysely<Tables> }

/** What a job costs, and what other terms would change. */
export const tariffHandlers: Handlers<typeof tariffOperations, TariffNeeds> = {
  listTariffs:
    ({ kysely }) =>
    async ({ query }) => {
      const partnerId = query.partner_id ?? null
      const find = (limit: number) => listVersions(kysely, { partnerId, before: query.before, limit })
      const { rows, next } = await readPage(query, find, ({ place }) => place)
      return { tariffs: rows.map(presentVersion), next }
    },
  readTariff:
    ({ kysely }) =>
    async ({ params }) => {
      const found = await readVersion(kysely, params.tariff_id)
      if (!found) throw notFound
      return { tariff: presentVersion(found.version), terms: found.terms }
    },
  compareTariff,
  setTariff:
    ({ kysely }) =>
    async ({ caller, body, request }) => {
      const { partner_id: partnerId = null, starts_at: startsAt, reason } = body
      const given = {
        partnerId,
        terms: parsedTerms(body.terms),
        startsAt: startsAt === undefined ? new Date() : new Date(startsAt),
        by: byCaller(caller, request, reason),
      }
      const { id } = await addTariff({ kysely }, given).catch((error: unknown) => {
        // The terms are valid, so the error is the partner.
        throw error instanceof InvalidTariff ? notFound : error
      })
      const added = await readVersion(kysely, id)
      if (!added) throw notFound
      return presentVersion(added.version)
    },
  withdrawTariff:
    ({ kysely }) =>
    async ({ caller, params, body, request }) => {
      const by = byCaller(caller, request, body.reason)
      const isWithdrawn = await withdrawVersion({ kysely }, { id: params.tariff_id, by })
      if (isWithdrawn === null) throw notFound
      if (!isWithdrawn) throw started
    },
}

const started = new Problem('wrong_state', (t) => t.tariffs.started)

const presentVersion = ({ id, partnerId, startsAt, createdAt, state }: TariffVersion): Answered<Shown> => ({
  tariff_id: id,
  partner_id: partnerId,
  starts_at: startsAt,
  created_at: createdAt,
  state,
})

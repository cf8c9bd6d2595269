import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type CompareNeeds, mountCompareTariff } from './compare-tariff.ts'
import { mountListTariffs } from './list-tariffs.ts'
import { mountReadTariff } from './read-tariff.ts'
import { mountSetTariff } from './set-tariff.ts'
import { mountWithdrawTariff } from './withdraw-tariff.ts'

export type TariffNeeds = { kysely: Kysely<Tables> } & CompareNeeds

/** What a job costs, and what other terms would change. */
export function mountTariffs(scope: FastifyInstance, needs: TariffNeeds): void {
  mountListTariffs(scope, needs)
  mountReadTariff(scope, needs)
  mountCompareTariff(scope, needs)
  mountSetTariff(scope, needs)
  mountWithdrawTariff(scope, needs)
}

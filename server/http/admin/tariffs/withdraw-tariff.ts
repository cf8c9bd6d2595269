import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { withdrawTariff } from '#contract/admin/tariffs.ts'
import type { Tables } from '../../../db/tables.ts'
import { Problem } from '../../../lib/problem.ts'
import { withdrawVersion } from '../../../pricing/versions.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

/** Takes a version back that has not started. */
export function mountWithdrawTariff(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, withdrawTariff, async ({ caller, params, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    const isWithdrawn = await withdrawVersion({ kysely }, { id: params.tariff_id, by })
    if (isWithdrawn === null) throw notFound
    if (!isWithdrawn) throw started
  })
}

const started = new Problem('wrong_state', (t) => t.tariffs.started)

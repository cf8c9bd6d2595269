import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readEarnings as earningsOperation } from '#contract/app/carrier.ts'
import type { Tables } from '../../../db/tables.ts'
import { type Earning, readEarnings } from '../../../jobs/money/earnings.ts'
import { shownText } from '../../../lib/shown-text.ts'
import { appRoute } from '../route.ts'

export type EarningsNeeds = { kysely: Kysely<Tables> }

/** What a carrier is to be paid, is owed and has been paid. */
export function mountEarnings(scope: FastifyInstance, { kysely }: EarningsNeeds): void {
  appRoute(scope, earningsOperation, async ({ caller, query }) => {
    const { accountId: carrierId } = caller
    const { expectedCents, owedCents, paidCents, month, entries } = await readEarnings(kysely, {
      carrierId,
      month: query.month ?? null,
    })
    return {
      expected_cents: expectedCents,
      owed_cents: owedCents,
      paid_cents: paidCents,
      month,
      month_cents: entries.reduce((sum, { amountCents }) => sum + amountCents, 0),
      entries: entries.map(presentEarning),
    }
  })
}

const presentEarning = ({ jobId, title, at, kind, amountCents, paidOut }: Earning) => ({
  job_id: jobId,
  title: title && shownText(title),
  at: at.toISOString(),
  kind,
  amount_cents: amountCents,
  paid_out: paidOut,
})

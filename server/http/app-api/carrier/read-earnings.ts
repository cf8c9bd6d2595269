import type { Kysely } from 'kysely'
import { readEarnings as operation } from '#contract/app/earnings.ts'
import type { Tables } from '../../../db/tables.ts'
import { type Earning, readEarnings as read } from '../../../jobs/money/earnings.ts'
import { Problem } from '../../../lib/problem.ts'
import { shownText } from '../../../lib/shown-words.ts'
import { isTimeZone } from '../../../lib/zoned-time.ts'
import type { Handler } from '../../mount.ts'

export type EarningsNeeds = { kysely: Kysely<Tables> }

/** Shows the carrier's expected, owed and paid earnings. */
export const readEarnings =
  ({ kysely }: EarningsNeeds): Handler<typeof operation> =>
  async ({ caller, query }) => {
    const { accountId: carrierId } = caller
    const timeZone = query.time_zone ?? 'UTC'
    if (!isTimeZone(timeZone)) throw unknownTimeZone
    const { expectedCents, owedCents, keptBackCents, paidCents, month, entries } = await read(kysely, {
      carrierId,
      month: query.month ?? null,
      timeZone,
    })
    return {
      expected_cents: expectedCents,
      owed_cents: owedCents,
      kept_back_cents: keptBackCents,
      paid_cents: paidCents,
      month,
      time_zone: timeZone,
      month_cents: entries.reduce((sum, { amountCents }) => sum + amountCents, 0),
      entries: entries.map(presentEarning),
    }
  }

const unknownTimeZone = new Problem('validation_error', (t) => t.accounts.checkInput, {
  details: {
    time_zone: (t) => t.fields.timeZone,
  },
})

const presentEarning = ({ jobId, title, at, kind, amountCents, paidOut, paidOutAt }: Earning) => ({
  job_id: jobId,
  title: title && shownText(title),
  at,
  kind,
  amount_cents: amountCents,
  paid_out: paidOut,
  paid_out_at: paidOutAt,
})

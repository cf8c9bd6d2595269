import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readMoney as operation } from '#contract/admin/money/overview.ts'
import type { Tables } from '../../../db/tables.ts'
import { readMoney } from '../../../payments/queries/read-money.ts'
import { readLedgerState } from '../../../today/ledger.ts'
import { mount } from '../../mount.ts'

/** Reads where the money is now. */
export function mountReadMoney(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async () => {
    const [money, { balanced, checkedAt }] = await Promise.all([readMoney(kysely), readLedgerState(kysely)])
    const { today } = money
    return {
      held: money.held,
      to_capture: money.toCapture,
      to_refund: money.toRefund,
      owed_to_carriers: money.owedToCarriers,
      waits_for_account: money.waitsForAccount,
      failing: { count: money.failing.count },
      wallets: money.wallets,
      disputes: money.disputes,
      today: {
        from: today.from.toISOString(),
        captured_cents: today.capturedCents,
        refunded_cents: today.refundedCents,
        paid_out_cents: today.paidOutCents,
        fees_cents: today.feesCents,
      },
      ledger: { balanced, checked_at: checkedAt?.toISOString() ?? null },
    }
  })
}

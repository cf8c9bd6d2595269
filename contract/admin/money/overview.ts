import { Type } from 'typebox'
import { Cents, Instant, MaybeInstant } from '../../app/common.ts'
import type { AdminOperation } from '../../operation.ts'
import { answers } from '../common.ts'
import { closed } from './common.ts'

const count = Type.Integer({ minimum: 0 })

const sum = (description: string) =>
  Type.Object({ cents: Cents(description), count }, { ...closed, description: `${description}.` })

export const MaybeBalanced = Type.Unsafe<boolean | null>({
  type: ['boolean', 'null'],
  description:
    'True if the last check found no difference between the ledger and other tables; null before the first check.',
})

export const readMoney = {
  operationId: 'readMoney',
  method: 'GET',
  url: '/admin/v1/money',
  access: 'viewer',
  summary: 'Read the sums of open and moved money',
  description:
    'Only live money, because jobs of test keys move no money. This holds for every list under `/admin/v1/money`.',
  answers: answers({
    200: {
      description: 'The sums of open amounts, and of the amounts moved today.',
      body: Type.Object(
        {
          held: sum('Amounts held on cards and in wallets'),
          to_capture: sum('Captures that have not ended'),
          to_refund: sum('Refunds that have not ended'),
          owed_to_carriers: sum('Payouts that have not ended'),
          waits_for_account: sum('The part of `owed_to_carriers` that waits for a payout account'),
          failing: Type.Object(
            { count },
            { ...closed, description: 'Calls to the processor whose last attempt failed.' },
          ),
          wallets: sum('Balances of the wallets of customers'),
          disputes: sum('Disputes that are not closed'),
          today: Type.Object(
            {
              from: Instant('The start of the day in UTC'),
              captured_cents: Cents('Charged to customers'),
              refunded_cents: Cents('Refunded to customers'),
              paid_out_cents: Cents('Transferred to carriers'),
              fees_cents: Cents('Earned by the platform'),
            },
            closed,
          ),
          ledger: Type.Object(
            { balanced: MaybeBalanced, checked_at: MaybeInstant('When the ledger was last checked') },
            closed,
          ),
        },
        { $id: 'Money', ...closed },
      ),
    },
  }),
} as const satisfies AdminOperation

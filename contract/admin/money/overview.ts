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
  description: 'Whether the ledger agreed with all other tables; null before the first check.',
})

export const readMoney = {
  operationId: 'readMoney',
  method: 'GET',
  url: '/admin/v1/money',
  access: 'viewer',
  summary: 'Where the money is now',
  description:
    'Only live money: jobs of test keys move none. The same for every list under `/admin/v1/money`.',
  answers: answers({
    200: {
      description: 'Sums of what is open, and of today.',
      body: Type.Object(
        {
          held: sum('Held on cards and in wallets'),
          to_capture: sum('Captures that are not done'),
          to_refund: sum('Refunds that are not done'),
          owed_to_carriers: sum('Payouts that are not done'),
          waits_for_account: sum('Payouts that wait for a payout account; a part of those that are not done'),
          failing: Type.Object(
            { count },
            { ...closed, description: 'Calls to the processor whose last attempt failed.' },
          ),
          wallets: sum('Balances of customers'),
          disputes: sum('Disputes that are not closed'),
          today: Type.Object(
            {
              from: Instant('Begin of the day, in UTC'),
              captured_cents: Cents('Captured'),
              refunded_cents: Cents('Refunded'),
              paid_out_cents: Cents('Paid to carriers'),
              fees_cents: Cents('Fees of the platform'),
            },
            closed,
          ),
          ledger: Type.Object({ balanced: MaybeBalanced, checked_at: MaybeInstant('Last compared') }, closed),
        },
        { $id: 'Money', ...closed },
      ),
    },
  }),
} as const satisfies AdminOperation

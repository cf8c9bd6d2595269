import { Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { answers, Cents, Id, Instant } from './common.ts'

const Earning = Type.Object({
  job_id: Id('The job.'),
  title: Type.String(),
  at: Instant('When it was earned'),
  kind: Type.Enum(['delivery', 'cancellation'], { type: 'string' }),
  amount_cents: Cents('The earned amount'),
  paid_out: Type.Boolean({
    description: 'True after the processor has confirmed the transfer to the carrier.',
  }),
})

export const readEarnings = {
  operationId: 'readEarnings',
  method: 'GET',
  url: '/app/v1/carrier/earnings',
  access: 'carrier',
  summary: 'Read earnings and the statement of a month',
  description: 'The sums that are expected, owed and paid, and the entries of one month, the newest first.',
  query: Type.Object({
    month: Type.Optional(
      Type.String({
        pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
        description: 'The month, such as `2026-03`; the current month by default.',
      }),
    ),
    time_zone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'The time zone in which the month begins and ends, such as `Europe/Madrid`; UTC by default.',
      }),
    ),
  }),
  answers: answers({
    200: {
      description: 'Earnings.',
      body: Type.Object(
        {
          expected_cents: Cents('The share of the carrier in accepted jobs that are not completed'),
          owed_cents: Cents('Earned and not transferred yet'),
          paid_cents: Cents('The sum of all transfers'),
          month: Type.String(),
          time_zone: Type.String(),
          month_cents: Cents('Earned in the month'),
          entries: Type.Array(Earning),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AppOperation

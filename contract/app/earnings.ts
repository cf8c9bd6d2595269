import { Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { answers, Cents, Id, Instant, MaybeInstant } from './common.ts'

const Earning = Type.Object({
  job_id: Id('The job.'),
  title: Type.String(),
  at: Instant('When it was earned'),
  kind: Type.Enum(['delivery', 'cancellation', 'tip', 'refund'], {
    type: 'string',
    description: '`refund`: the part of a refund to the customer that the carrier bears.',
  }),
  amount_cents: Type.Integer({
    description: 'The earned amount, in euro cents; negative for the part of a refund.',
  }),
  paid_out: Type.Boolean({
    description: 'True after the processor has confirmed the transfer to the carrier.',
  }),
  paid_out_at: MaybeInstant('When the processor has confirmed the transfer', 'before that'),
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
          kept_back_cents: Cents('Parts of refunds that are kept back from the next earnings'),
          paid_cents: Cents('The sum of all transfers'),
          month: Type.String(),
          time_zone: Type.String(),
          month_cents: Type.Integer({ description: 'Earned in the month, in euro cents.' }),
          entries: Type.Array(Earning),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AppOperation

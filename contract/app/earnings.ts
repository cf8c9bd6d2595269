import { Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { answers, Cents, Id, Instant } from './common.ts'

const Earning = Type.Object({
  job_id: Id('The job.'),
  title: Type.String(),
  at: Instant('Earned'),
  kind: Type.Enum(['delivery', 'cancellation'], { type: 'string' }),
  amount_cents: Cents('Earned'),
  paid_out: Type.Boolean({ description: 'True once the transfer is confirmed.' }),
})

export const readEarnings = {
  operationId: 'readEarnings',
  method: 'GET',
  url: '/app/v1/carrier/earnings',
  access: 'carrier',
  summary: 'Earnings and statement',
  description: 'What is held, owed and paid, and the entries of one month, newest first.',
  query: Type.Object({
    month: Type.Optional(
      Type.String({
        pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
        description: 'Such as `2026-03`; this month when absent.',
      }),
    ),
    time_zone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Where the month begins and ends, such as `Europe/Madrid`; UTC when absent.',
      }),
    ),
  }),
  answers: answers({
    200: {
      description: 'Earnings.',
      body: Type.Object(
        {
          expected_cents: Cents('Of accepted jobs, held for the carrier'),
          owed_cents: Cents('Earned and not yet transferred'),
          paid_cents: Cents('Transferred, ever'),
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

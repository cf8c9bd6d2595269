import { type Static, Type } from 'typebox'
import { Id, Instant } from '../../app/common.ts'
import type { AdminOperation } from '../../operation.ts'
import { answers, pageMembers, pageQuery, withPhones } from '../common.ts'
import {
  closed,
  downloads,
  fileAnswers,
  fileDescription,
  MaybeJob,
  MaybePartner,
  moneyFilters,
  Place,
} from './common.ts'

export const feeKinds = ['service', 'cancellation', 'correction', 'dispute'] as const
export type FeeKind = (typeof feeKinds)[number]

const Kind = Type.Enum([...feeKinds], {
  type: 'string',
  description:
    '`service`: of a completed job; `cancellation`: the part of the platform; `correction`: paid by the platform for a ' +
    'refund, or for a capture by hand that took too little; `dispute`: the fee of the processor.',
})

const filters = { kind: Type.Optional(Kind), ...moneyFilters }

const Fee = Type.Object(
  {
    row_id: Id('The row of the ledger.'),
    kind: Kind,
    at: Instant('Booked'),
    earned_cents: Type.Integer({ description: 'In euro cents; below zero where the platform pays.' }),
    payment_id: Type.Union([Id('The payment.'), Type.Null()]),
    job: MaybeJob,
    partner: MaybePartner,
  },
  { $id: 'Fee', ...closed },
)
export type Fee = Static<typeof Fee>

export const listFees = {
  operationId: 'listFees',
  method: 'GET',
  url: '/admin/v1/money/fees',
  access: 'viewer',
  summary: 'What the platform earns and pays',
  description:
    'From the ledger, the latest first. `min_cents` and `max_cents` are about the amount without its sign.',
  query: Type.Object({ ...filters, ...pageQuery(Place) }),
  answers: answers({
    200: {
      description: 'The fees.',
      body: Type.Object({ fees: Type.Array(Fee), ...pageMembers }, closed),
    },
  }),
} as const satisfies AdminOperation

export const exportFees = {
  operationId: 'exportFees',
  method: 'GET',
  url: '/admin/v1/money/fees/export',
  access: 'viewer',
  summary: 'Download what the platform earns and pays',
  description: fileDescription,
  query: Type.Object({ ...filters, ...withPhones }),
  downloads,
  answers: fileAnswers,
} as const satisfies AdminOperation

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
    '`service`: the platform fee of a completed job; `cancellation`: the share of the platform in the fee of a cancellation; `correction`: paid by the platform for a refund, or because people captured too little at the processor; `dispute`: the fee of the processor for a dispute.',
})

const filters = { kind: Type.Optional(Kind), ...moneyFilters }

const Fee = Type.Object(
  {
    row_id: Id('The row of the ledger.'),
    kind: Kind,
    at: Instant('When it was booked'),
    earned_cents: Type.Integer({ description: 'In euro cents; negative if the platform pays.' }),
    payment_id: Type.Union([Id('The payment; null without one.'), Type.Null()]),
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
  summary: 'List the fees that the platform earns and pays',
  description:
    'From the ledger, the latest first. `min_cents` and `max_cents` filter by the amount without its sign.',
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
  summary: 'Download the fees that the platform earns and pays',
  description: fileDescription,
  query: Type.Object({ ...filters, ...withPhones }),
  downloads,
  answers: fileAnswers,
} as const satisfies AdminOperation

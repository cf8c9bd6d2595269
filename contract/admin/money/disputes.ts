import { type Static, Type } from 'typebox'
import { Cents, Id, Instant, MaybeInstant, MaybeText } from '../../app/common.ts'
import type { AdminOperation } from '../../operation.ts'
import { answers, pageMembers, pageQuery, Reason, withPhones } from '../common.ts'
import {
  closed,
  downloads,
  fileAnswers,
  fileDescription,
  MaybeJob,
  MaybePartner,
  moneyFilters,
} from './common.ts'

export const disputeStates = ['open', 'closed'] as const
export type DisputeState = (typeof disputeStates)[number]
export const disputeKinds = ['dispute', 'fraud_warning'] as const
export type DisputeKind = (typeof disputeKinds)[number]

const State = Type.Enum([...disputeStates], { type: 'string' })
const Kind = Type.Enum([...disputeKinds], {
  type: 'string',
  description:
    '`dispute`: the bank of the cardholder takes a charge back; `fraud_warning`: the card network expects a dispute.',
})

const filters = {
  state: Type.Optional(State),
  kind: Type.Optional(Kind),
  processor: Type.Optional(
    Type.String({ pattern: '^[a-z_]{1,40}$', description: 'Only disputes at this processor.' }),
  ),
  ...moneyFilters,
}

const Dispute = Type.Object(
  {
    reference: Type.String({ description: 'The id of the dispute at the processor.' }),
    processor: Type.String(),
    kind: Kind,
    state: State,
    status: Type.String({ description: 'The status in the words of the processor.' }),
    cause: Type.String({ description: 'The reason of the cardholder, in the words of the processor.' }),
    blocks: Type.Boolean({ description: 'True while it blocks the payout of its jobs.' }),
    amount_cents: Cents('The disputed amount'),
    withdrawn_cents: Type.Integer({ description: 'The amount that the bank has taken back, in euro cents.' }),
    fee_cents: Type.Integer({ description: 'The fees of the processor for the dispute, in euro cents.' }),
    payment_id: Type.Union([Id('The disputed payment; null if Dray does not know it.'), Type.Null()]),
    job: MaybeJob,
    partner: MaybePartner,
    respond_by: MaybeInstant(
      'The deadline for the answer, which staff give at the processor',
      'if the processor names none',
    ),
    opened_at: Instant('When the dispute was opened'),
    closed_at: MaybeInstant('When the dispute was decided'),
    released_at: MaybeInstant('When staff allowed the payout in spite of the dispute'),
    release_reason: MaybeText('The reason why staff allowed the payout; null if they did not.'),
  },
  { $id: 'StaffDispute', ...closed },
)
export type StaffDispute = Static<typeof Dispute>

/** Disputes have no internal id, so: microseconds, processor and reference. */
const DisputePlace = Type.String({
  pattern: '^[0-9]{1,17}~[a-z_]{1,40}~[!-~]{1,255}$',
  description: 'The `next` of the previous page.',
})

export const listDisputes = {
  operationId: 'listDisputes',
  method: 'GET',
  url: '/admin/v1/money/disputes',
  access: 'viewer',
  summary: 'List disputes and fraud warnings',
  description: 'The latest first. `from` and `to` filter by `opened_at`.',
  query: Type.Object({ ...filters, ...pageQuery(DisputePlace) }),
  answers: answers({
    200: {
      description: 'The disputes.',
      body: Type.Object({ disputes: Type.Array(Dispute), ...pageMembers }, closed),
    },
  }),
} as const satisfies AdminOperation

export const exportDisputes = {
  operationId: 'exportDisputes',
  method: 'GET',
  url: '/admin/v1/money/disputes/export',
  access: 'viewer',
  summary: 'Download disputes and fraud warnings',
  description: fileDescription,
  query: Type.Object({ ...filters, ...withPhones }),
  downloads,
  answers: fileAnswers,
} as const satisfies AdminOperation

export const releaseDispute = {
  operationId: 'releaseDispute',
  method: 'POST',
  url: '/admin/v1/money/disputes/:processor/:reference/release',
  access: 'staff',
  stepUp: true,
  summary: 'Allow the payout in spite of a dispute',
  description:
    'Ends the block of the payout by this dispute; another dispute on the same payment still blocks it. The dispute itself is answered at the processor. Repeating it changes nothing.',
  params: Type.Object({
    processor: Type.String({
      pattern: '^[a-z_]{1,40}$',
      description: 'The `processor` from `listDisputes`.',
    }),
    reference: Type.String({
      pattern: '^[!-~]{1,255}$',
      description: 'The `reference` from `listDisputes`.',
    }),
  }),
  body: Type.Object({ reason: Reason }, closed),
  answers: answers({ 204: { description: 'Released.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

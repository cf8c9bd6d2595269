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
  description: '`fraud_warning`: the card network expects a dispute.',
})

const filters = {
  state: Type.Optional(State),
  kind: Type.Optional(Kind),
  processor: Type.Optional(
    Type.String({ pattern: '^[a-z_]{1,40}$', description: 'Only of this processor.' }),
  ),
  ...moneyFilters,
}

const Dispute = Type.Object(
  {
    reference: Type.String({ description: 'Of the processor.' }),
    processor: Type.String(),
    kind: Kind,
    state: State,
    status: Type.String({ description: 'In the words of the processor.' }),
    cause: Type.String({ description: 'What the cardholder says, in the words of the processor.' }),
    blocks: Type.Boolean({ description: 'It holds back the payout of its jobs.' }),
    amount_cents: Cents('In dispute'),
    withdrawn_cents: Type.Integer({ description: 'What the bank has taken back, in euro cents.' }),
    fee_cents: Type.Integer({ description: 'Fees of the processor, in euro cents.' }),
    payment_id: Type.Union([Id('The payment; null where Dray knows none.'), Type.Null()]),
    job: MaybeJob,
    partner: MaybePartner,
    respond_by: MaybeInstant('Last day to answer it, at the processor'),
    opened_at: Instant('Came'),
    closed_at: MaybeInstant('Decided'),
    released_at: MaybeInstant('Staff let the carrier be paid'),
    release_reason: MaybeText('Why they did.'),
  },
  { $id: 'StaffDispute', ...closed },
)
export type StaffDispute = Static<typeof Dispute>

/** Disputes have no internal id, so: microseconds, processor and reference. */
const DisputePlace = Type.String({
  pattern: '^[0-9]{1,17}~[a-z_]{1,40}~[!-~]{1,255}$',
  description: '`next` of the page before.',
})

export const listDisputes = {
  operationId: 'listDisputes',
  method: 'GET',
  url: '/admin/v1/money/disputes',
  access: 'viewer',
  summary: 'Disputes and fraud warnings',
  description: 'The latest first. `from` and `to` are about the instant at which it came.',
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
  summary: 'Let the carrier be paid in spite of a dispute',
  description:
    'Another dispute on the same payment still blocks it. The dispute itself is answered at the processor. Releasing it ' +
    'again changes nothing.',
  params: Type.Object({
    processor: Type.String({ pattern: '^[a-z_]{1,40}$', description: 'Of `listDisputes`.' }),
    reference: Type.String({ pattern: '^[!-~]{1,255}$', description: 'Of `listDisputes`.' }),
  }),
  body: Type.Object({ reason: Reason }, closed),
  answers: answers({ 204: { description: 'Released.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

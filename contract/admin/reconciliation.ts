import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeInstant, MaybeText } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { differenceStates, reconciliationStates } from '../reconciliation-vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery, Reason } from './common.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const cents = (description: string) => Type.Integer({ description: `${description}, in euro cents.` })
const MaybeAmount = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description: `${description}, in euro cents.` })

const State = Type.Enum([...reconciliationStates], {
  type: 'string',
  description:
    '`due`: waits for its comparison, or for an answer of the processor; `running`: the comparison is in progress; `agrees`: there is no difference; `differs`: there are open differences; `explained`: every difference was explained or no longer exists; `failed`: the comparison was given up after a day.',
})

const Figure = Type.Object(
  {
    kind: Type.Enum(['capture', 'refund', 'transfer'], { type: 'string' }),
    our_count: count('The number of items in our books.'),
    our_cents: cents('The sum in our books'),
    their_count: count('The number of items at the processor.'),
    their_cents: cents('The sum at the processor'),
  },
  { $id: 'ReconciliationFigure', additionalProperties: false },
)

const Reconciliation = Type.Object(
  {
    reconciliation_id: Id('The comparison of one day with one processor.'),
    processor: Type.String(),
    day: Type.String({ description: 'The compared day (UTC), such as `2026-03-31`.' }),
    state: State,
    started_at: MaybeInstant('When the last comparison began'),
    ended_at: MaybeInstant('When the last comparison ended'),
    last_error: MaybeText('The error of the last request to the processor, in its words; null without one.'),
    figures: Type.Array(Figure, {
      description: 'The figures of the last comparison; empty before the first one.',
    }),
    elsewhere: count('The number of items at the processor that Dray did not make.'),
    is_more: Type.Boolean({
      description: 'True if there are more differences than the thousand that are stored.',
    }),
    open_differences: count('The number of differences that are neither explained nor settled.'),
    differences: count('The number of differences that were first found for this day.'),
  },
  { $id: 'Reconciliation', additionalProperties: false },
)
export type Reconciliation = Static<typeof Reconciliation>

const Difference = Type.Object(
  {
    difference_id: Id('The difference.'),
    check: Type.Enum(['not_at_processor', 'not_in_books', 'differs'], {
      type: 'string',
      description:
        '`not_at_processor`, `not_in_books`: the item is missing on this side; `differs`: its state or its amount differs.',
    }),
    kind: Type.Enum(['hold', 'capture', 'refund', 'transfer'], { type: 'string' }),
    state: Type.Enum([...differenceStates], {
      type: 'string',
      description:
        '`open`: not explained; `explained`: a member has explained it; `settled`: a later comparison found that both sides agree.',
    }),
    payment_id: MaybeText('The payment of the item; null if our books have none.'),
    job_id: MaybeText('The job of the payment; null without one.'),
    reference: MaybeText('The id of the item at the processor; null if it has none.'),
    ours: MaybeText('The state of the item in our books; null if it is not there.'),
    our_cents: MaybeAmount('The amount in our books; null if the item is not there'),
    theirs: MaybeText('The state of the item at the processor; null if it is not there.'),
    their_cents: MaybeAmount('The amount at the processor; null if the item is not there'),
    item_at: Instant('When the item was created'),
    found_at: Instant('When the difference was found'),
    settled_at: MaybeInstant('When a comparison found that both sides agree'),
    explained_at: MaybeInstant('When it was explained'),
    explained_by: MaybeText('The name of the member who explained it; null if it is not explained.'),
    explanation: MaybeText('The explanation; null if it is not explained.'),
  },
  { $id: 'ReconciliationDifference', additionalProperties: false },
)
export type ReconciliationDifference = Static<typeof Difference>

const reconciliationParams = Type.Object({
  reconciliation_id: Id('The `reconciliation_id` from `listReconciliations`.'),
})

export const listReconciliations = {
  operationId: 'listReconciliations',
  method: 'GET',
  url: '/admin/v1/money/reconciliations',
  access: 'viewer',
  summary: 'List the days compared with the processor',
  description:
    'The newest first. Half an hour after its end, each day (UTC) is compared with the list of the processor. Only live jobs.',
  query: Type.Object({
    processor: Type.Optional(
      Type.String({ pattern: '^[a-z0-9_-]{1,40}$', description: 'Only comparisons with this processor.' }),
    ),
    state: Type.Optional(State),
    ...pageQuery(BeforeId),
  }),
  answers: answers({
    200: {
      description: 'A page of the days.',
      body: Type.Object(
        { reconciliations: Type.Array(Reconciliation), ...pageMembers },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

export const readReconciliation = {
  operationId: 'readReconciliation',
  method: 'GET',
  url: '/admin/v1/money/reconciliations/:reconciliation_id',
  access: 'viewer',
  summary: 'Read a day compared with the processor',
  description: 'The comparison, with a page of the differences that were first found for this day.',
  params: reconciliationParams,
  query: Type.Object(pageQuery(BeforeId)),
  answers: answers(
    {
      200: {
        description: 'The day.',
        body: Type.Object(
          { reconciliation: Reconciliation, differences: Type.Array(Difference), ...pageMembers },
          { additionalProperties: false },
        ),
      },
    },
    { 404: '`not_found`.' },
  ),
} as const satisfies AdminOperation

export const repeatReconciliation = {
  operationId: 'repeatReconciliation',
  method: 'POST',
  url: '/admin/v1/money/reconciliations/:reconciliation_id/repetition',
  access: 'staff',
  summary: 'Compare a day again',
  description:
    'The comparison runs in the background within a minute. Differences that it no longer finds are settled. Repeating the request while the comparison waits changes nothing.',
  params: reconciliationParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'The day, whose comparison waits.', body: Reconciliation } },
    { 404: '`not_found`.' },
  ),
} as const satisfies AdminOperation

export const explainDifference = {
  operationId: 'explainDifference',
  method: 'POST',
  url: '/admin/v1/money/differences/:difference_id/explanation',
  access: 'staff',
  summary: 'Explain a difference',
  description:
    'Stores the reason with the difference, which is no longer listed in *Today*. If its amounts change later, it is open again. Explaining a difference that is not open changes nothing.',
  params: Type.Object({ difference_id: Id('The `difference_id` from `readReconciliation`.') }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers({ 200: { description: 'The difference.', body: Difference } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const reconciliationOperations = [
  listReconciliations,
  readReconciliation,
  repeatReconciliation,
  explainDifference,
] as const

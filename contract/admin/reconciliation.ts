import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeInstant, MaybeText } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { differenceStates, reconciliationStates } from '../vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery, Reason } from './common.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const cents = (description: string) => Type.Integer({ description: `${description}, in euro cents.` })
const MaybeAmount = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description: `${description}, in euro cents.` })

const State = Type.Enum([...reconciliationStates], {
  type: 'string',
  description:
    '`due`: waits for its turn, or for the processor to answer; `agrees`: nothing differs; `differs`: there are open ' +
    'differences; `explained`: what differed was explained, or agrees by now; `failed`: given up after a day.',
})

const Figure = Type.Object(
  {
    kind: Type.Enum(['capture', 'refund', 'transfer'], { type: 'string' }),
    our_count: count('In our books.'),
    our_cents: cents('In our books'),
    their_count: count('At the processor.'),
    their_cents: cents('At the processor'),
  },
  { $id: 'ReconciliationFigure', additionalProperties: false },
)

const Reconciliation = Type.Object(
  {
    reconciliation_id: Id('The comparison of one day with one processor.'),
    processor: Type.String(),
    day: Type.String({ description: 'A day of UTC, such as `2026-03-31`.' }),
    state: State,
    started_at: MaybeInstant('The last comparison began'),
    ended_at: MaybeInstant('The last comparison ended'),
    last_error: MaybeText('Why the processor could not be asked, for people who know it.'),
    figures: Type.Array(Figure, { description: 'Of the last comparison; empty before it.' }),
    elsewhere: count("The processor's items that were not made by Dray."),
    is_more: Type.Boolean({ description: 'There are more differences than the thousand that are stored.' }),
    open_differences: count('Neither explained nor settled.'),
    differences: count('That this comparison was the first to find.'),
  },
  { $id: 'Reconciliation', additionalProperties: false },
)
export type Reconciliation = Static<typeof Reconciliation>

const Difference = Type.Object(
  {
    difference_id: Id('The difference.'),
    check: Type.Enum(['not_at_processor', 'not_in_books', 'differs'], {
      type: 'string',
      description: 'On which side the item is missing, or that its state or amount differs.',
    }),
    kind: Type.Enum(['hold', 'capture', 'refund', 'transfer'], { type: 'string' }),
    state: Type.Enum([...differenceStates], {
      type: 'string',
      description: '`settled`: a later comparison found that both sides agree.',
    }),
    payment_id: MaybeText('The payment; null when our books have none.'),
    job_id: MaybeText('The job of the payment.'),
    reference: MaybeText("The item's id at the processor."),
    ours: MaybeText('Its state in our books; null when it is not there.'),
    our_cents: MaybeAmount('In our books'),
    theirs: MaybeText('Its state at the processor; null when it is not there.'),
    their_cents: MaybeAmount('At the processor'),
    item_at: Instant('The item was made'),
    found_at: Instant('The difference was found'),
    settled_at: MaybeInstant('Both sides agreed again'),
    explained_at: MaybeInstant('Explained'),
    explained_by: MaybeText('Who explained it.'),
    explanation: MaybeText('The reason that was given.'),
  },
  { $id: 'ReconciliationDifference', additionalProperties: false },
)
export type ReconciliationDifference = Static<typeof Difference>

const reconciliationParams = Type.Object({ reconciliation_id: Id('Of `listReconciliations`.') })

export const listReconciliations = {
  operationId: 'listReconciliations',
  method: 'GET',
  url: '/admin/v1/money/reconciliations',
  access: 'viewer',
  summary: 'Days compared with the processor',
  description:
    'Newest first, a page at a time. Each day of UTC is compared half an hour after its end with the list of the processor of live jobs.',
  query: Type.Object({
    processor: Type.Optional(
      Type.String({ pattern: '^[a-z0-9_-]{1,40}$', description: 'Only with this processor.' }),
    ),
    state: Type.Optional(State),
    ...pageQuery(BeforeId),
  }),
  answers: answers({
    200: {
      description: 'A page.',
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
  summary: 'A day compared with the processor',
  description: 'With a page of the differences that this comparison was the first to find.',
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
    'In the background, within a minute. Differences that are no more found are settled. Repeating it while the comparison waits changes nothing.',
  params: reconciliationParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'It waits for its turn.', body: Reconciliation } },
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
    'It leaves *Today* and stays with its reason. If its amounts change later, it is open again. Explaining a difference that is not open changes nothing.',
  params: Type.Object({ difference_id: Id('Of `readReconciliation`.') }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers({ 200: { description: 'The difference.', body: Difference } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const reconciliationOperations = [
  listReconciliations,
  readReconciliation,
  repeatReconciliation,
  explainDifference,
] as const

import { type Static, Type } from 'typebox'
import { AppLine, Instant, MaybeCents, MaybeInstant, MaybeText } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { todayKinds } from '../vocabulary.ts'
import { answers, Reason } from './common.ts'

const Kind = Type.Enum([...todayKinds], {
  type: 'string',
  description:
    '`tasks_stopped`: no node runs the background tasks, or one of them is far behind; it comes first; `hold_ends`: a hold ends within a day and was not renewed; `job_hidden`: a published job has lost its hold; `collection_overdue`: a carrier has not collected by the deadline; ' +
    '`capture_stuck`, `refund_stuck`, `payout_stuck`: a call to the processor has failed, or waits for over a minute; ' +
    '`job_owed`: the price or the fee could not be taken; `sms_failed`: the link of a draft did not arrive; ' +
    '`draft_expires`: an opened draft expires unpaid within a day; `address_coarse`: the price is likely to be wrong by a fifth, and by 15 euros; ' +
    '`carrier_waiting`: a carrier waits for approval; `problem_open`: a reported problem; `delivery_doubted`: a delivery ' +
    'sooner than the route allows; `dispute_open`: a dispute or a fraud warning; `ledger_unbalanced`: the books do not agree; `ledger_unchecked`: they were not compared for ten minutes; ' +
    '`reconciliation_differs`: a difference to the processor is open for a day; `reconciliation_failed`: a day was not ' +
    'compared with the processor within a day; `closing_differs`: the figures of a closed month have changed; ' +
    '`partner_near_limit`: a key used four fifths of its limit, or was refused for it, within 15 minutes; ' +
    '`partner_errors`: the share of refused calls has jumped; `provider_failing`: half of the calls to a provider fail, or all; ' +
    '`document_waiting`: a document of a carrier waits; `document_expires`: an accepted document has ended or ends within 30 days; ' +
    '`pushes_refused`: a push service has refused everything for a day; ' +
    '`sign_in_refused`: proofs of a member were refused again and again within a day.',
})

const TodayPart = Type.Object(
  {
    id: Type.String({ description: 'Of the job or document.' }),
    job_id: MaybeText('The job; null for others.'),
    label: MaybeText('Title of the job; null for others.'),
    detail: MaybeText('Reference, or else the towns, of the job; null for others.'),
    amount_cents: MaybeCents('At stake'),
    cause: MaybeText('As of an entry; the kind of a document.'),
  },
  { $id: 'TodayPart', additionalProperties: false },
)
export type TodayPart = Static<typeof TodayPart>

const TodayEntry = Type.Object(
  {
    kind: Kind,
    subject_id: Type.String({
      description:
        'Of the job, payment call, SMS, carrier, problem, dispute, comparison of a day, partner, document or member; name of the check for the ledger; the closed month; kind and name of a provider; host of a push service; name of a background task, `several` or `all`.',
    }),
    job_id: MaybeText('The job that the entry is about; null for others.'),
    account_id: MaybeText('The carrier that the entry is about; null for others.'),
    label: MaybeText('Title of the job, name of the carrier, partner, member, provider or check.'),
    detail: MaybeText(
      'Tells jobs of one title apart: the partner, and the reference or else the towns. Null where the entry is about no job.',
    ),
    since: Instant('The state began'),
    costs_at: Instant('It costs money or a customer from then on; its group in the list depends on it'),
    amount_cents: MaybeCents('At stake'),
    cause: MaybeText('Recorded cause, for people who know the provider: a refusal, an error.'),
    count: Type.Integer({
      minimum: 1,
      description:
        'How many things are one entry: vague addresses of a partner, a carrier with the documents that wait; else 1.',
    }),
    parts: Type.Array(TodayPart, {
      description: 'Those things, the gravest first; at most 20. Empty for one.',
    }),
  },
  { $id: 'TodayEntry', additionalProperties: false },
)
export type TodayEntry = Static<typeof TodayEntry>

export const readToday = {
  operationId: 'readToday',
  method: 'GET',
  url: '/admin/v1/today',
  access: 'viewer',
  summary: 'What needs a person now',
  description:
    'What stops all work comes first, then what loses most next (decision 31); at most 200 entries. Only live jobs. An empty list ' +
    'with a balanced ledger means that nothing waits.',
  answers: answers({
    200: {
      description: 'The queue.',
      body: Type.Object(
        {
          entries: Type.Array(TodayEntry),
          counts: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
            description: 'Entries by kind, each counted up to 100.',
          }),
          more: Type.Boolean({ description: 'There are more entries than are shown or counted.' }),
          snoozed: Type.Array(
            Type.Object(
              {
                kind: Kind,
                subject_id: Type.String(),
                label: MaybeText('Name of the subject.'),
                until: Instant('Comes back'),
              },
              { additionalProperties: false },
            ),
            {
              description:
                'Entries that were put off and whose state goes on, the soonest to come back first; at most 100.',
            },
          ),
          ledger: Type.Object(
            {
              balanced: Type.Unsafe<boolean | null>({
                type: ['boolean', 'null'],
                description: 'The ledger agreed with all other tables; null before the first check.',
              }),
              checked_at: MaybeInstant('Last compared'),
            },
            { additionalProperties: false },
          ),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

const subject = {
  kind: Kind,
  subject_id: AppLine(1, 200, 'Of the entry.'),
}

export const snoozeEntry = {
  operationId: 'snoozeEntry',
  method: 'POST',
  url: '/admin/v1/today/snooze',
  access: 'staff',
  summary: 'Put an entry off',
  description:
    'The entry is left out of the list for everybody, but not beyond the instant at which it costs something. That of several things ' +
    'is put off with all of them and with those that come later; a document that a waiting carrier sends brings it back, and so does a state that has ended and begins again.',
  body: Type.Object(
    {
      ...subject,
      hours: Type.Integer({
        minimum: 1,
        maximum: 8_760,
        description: 'How long; a year for what was settled elsewhere.',
      }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    {
      200: {
        description: 'Put off.',
        body: Type.Object({ until: Instant('Left out') }, { additionalProperties: false }),
      },
    },
    { 404: '`not_found`: there is no such entry.' },
  ),
} as const satisfies AdminOperation

export const wakeEntry = {
  operationId: 'wakeEntry',
  method: 'POST',
  url: '/admin/v1/today/wake',
  access: 'staff',
  summary: 'Show an entry again that was put off',
  description: 'Undoes `snoozeEntry`.',
  body: Type.Object(subject, { additionalProperties: false }),
  answers: answers(
    { 204: { description: 'Shown again.', body: null } },
    { 404: '`not_found`: it is not put off.' },
  ),
} as const satisfies AdminOperation

export const todayOperations = [readToday, snoozeEntry, wakeEntry] as const

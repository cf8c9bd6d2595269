import { type Static, Type } from 'typebox'
import { AppLine, Instant, MaybeCents, MaybeInstant, MaybeText } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { todayKinds } from '../vocabulary.ts'
import { answers, Reason } from './common.ts'

const Kind = Type.Enum([...todayKinds], {
  type: 'string',
  description:
    '`tasks_stopped`: no node runs the background tasks, or a task is far behind; this entry comes first; `hold_ends`: a hold ends within a day and was not renewed; `job_hidden`: a published job has lost its hold; `collection_overdue`: a carrier has not collected by the deadline; ' +
    '`capture_stuck`, `refund_stuck`, `payout_stuck`: a call to the processor has failed, or has waited for over a minute; ' +
    '`job_owed`: the price or the fee could not be charged; `sms_failed`: the SMS with the link of a draft did not arrive; ' +
    '`draft_expires`: an opened draft expires unpaid within a day; `address_coarse`: the address is vague, so the price is likely to be wrong by at least a fifth and 15 euros; ' +
    '`carrier_waiting`: a carrier waits for approval; `problem_open`: a reported problem waits for a decision; `trip_contested`: the customer disagrees with a report of the carrier; `message_waiting`: a customer or a carrier has written about an open report and has no answer; `delivery_doubted`: a delivery was reported sooner than the trip can take; `dispute_open`: a dispute or a fraud warning; `ledger_unbalanced`: the ledger differs from other tables; `ledger_unchecked`: the ledger was not checked for ten minutes; ' +
    '`reconciliation_differs`: a difference to the processor has been open for a day; `reconciliation_failed`: the comparison of a day with the processor failed for a day; `closing_differs`: the figures of a closed month have changed; ' +
    '`partner_near_limit`: within 15 minutes, a key used four fifths of its limit or was refused because of it; ' +
    '`partner_errors`: the share of refused calls of a partner has risen sharply; `provider_failing`: half of the calls to a provider fail, or all; ' +
    '`document_waiting`: a document of a carrier waits for a decision; `document_expires`: an accepted document has ended or ends within 30 days; ' +
    '`pushes_refused`: a push service has refused every push for a day; `sign_in_refused`: proofs of a member were refused repeatedly within a day.',
})

const TodayPart = Type.Object(
  {
    id: Type.String({ description: 'The id of the job or document.' }),
    job_id: MaybeText('The job; null for a document.'),
    label: MaybeText('The title of the job; null for a document.'),
    detail: MaybeText('The reference of the job, or its towns if it has none; null for a document.'),
    amount_cents: MaybeCents('The amount that may be lost'),
    cause: MaybeText('The recorded cause, as of an entry; for a document, its kind.'),
  },
  { $id: 'TodayPart', additionalProperties: false },
)
export type TodayPart = Static<typeof TodayPart>

const TodayEntry = Type.Object(
  {
    kind: Kind,
    subject_id: Type.String({
      description:
        'The id of the job, call to the processor, SMS, carrier, problem, dispute, comparison of a day, partner, document or member; the name of a check of the ledger; the closed month; the kind and name of a provider; the host of a push service; or the name of a background task, `several` or `all`.',
    }),
    job_id: MaybeText('The job of the entry; null for an entry without one.'),
    account_id: MaybeText('The account of the carrier; null for an entry about no carrier.'),
    label: MaybeText('The title of the job, or the name of the carrier, partner, member, provider or check.'),
    detail: MaybeText(
      'The partner of the job, with its reference, or its towns if it has none; it distinguishes jobs with the same title. Null for an entry without a job.',
    ),
    since: Instant('When the state of the entry began'),
    costs_at: Instant(
      'When the entry begins to cost money or a customer; its group in the list depends on it',
    ),
    amount_cents: MaybeCents('The amount that may be lost'),
    cause: MaybeText(
      'The recorded cause, such as a refusal or an error, in the words of the provider; null without one.',
    ),
    about_name: MaybeText(
      'Of reported messages that wait for an answer: the carrier who wrote them, also after another carrier has the job; else null.',
    ),
    count: Type.Integer({
      minimum: 1,
      description:
        'The number of rows in this entry: the vague addresses of a partner, or a waiting carrier and the documents that wait; else 1.',
    }),
    parts: Type.Array(TodayPart, {
      description: 'These rows, the gravest first, at most 20; empty for an entry with one row.',
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
  summary: 'Read the entries that need a person',
  description:
    'First the entry that stops all work, then the entries by what they lose and when (decision 31); at most 200. Only live jobs. If the list is empty and the ledger is balanced, nothing needs a person.',
  answers: answers({
    200: {
      description: 'The queue.',
      body: Type.Object(
        {
          entries: Type.Array(TodayEntry),
          counts: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
            description: 'The number of entries of each kind, counted up to 100.',
          }),
          more: Type.Boolean({ description: 'True if there are more entries than are listed or counted.' }),
          snoozed: Type.Array(
            Type.Object(
              {
                kind: Kind,
                subject_id: Type.String(),
                label: MaybeText('The `label` of the entry.'),
                until: Instant('When the entry is listed again'),
              },
              { additionalProperties: false },
            ),
            {
              description:
                'Snoozed entries whose state continues, at most 100, by the time at which they are listed again.',
            },
          ),
          ledger: Type.Object(
            {
              balanced: Type.Unsafe<boolean | null>({
                type: ['boolean', 'null'],
                description:
                  'True if the last check found no difference between the ledger and other tables; null before the first check.',
              }),
              checked_at: MaybeInstant('When the ledger was last checked'),
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
  subject_id: AppLine(1, 200, 'The `subject_id` of the entry.'),
}

export const snoozeEntry = {
  operationId: 'snoozeEntry',
  method: 'POST',
  url: '/admin/v1/today/snooze',
  access: 'staff',
  summary: 'Snooze an entry',
  description:
    'The entry is left out of the list for all members, but not beyond the instant at which it begins to cost something. An entry of several rows is snoozed with all of them and with later ones, except that a new document of a waiting carrier ends the snooze. If the state ends and begins again, the entry is listed again.',
  body: Type.Object(
    {
      ...subject,
      hours: Type.Integer({
        minimum: 1,
        maximum: 8_760,
        description: 'The number of hours; a year is meant for what was settled elsewhere.',
      }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    {
      200: {
        description: 'Snoozed.',
        body: Type.Object(
          { until: Instant('When the entry is listed again') },
          { additionalProperties: false },
        ),
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
  summary: 'End the snooze of an entry',
  description: 'Lists the entry again; undoes `snoozeEntry`.',
  body: Type.Object(subject, { additionalProperties: false }),
  answers: answers(
    { 204: { description: 'The snooze has ended.', body: null } },
    { 404: '`not_found`: the entry is not snoozed.' },
  ),
} as const satisfies AdminOperation

export const todayOperations = [readToday, snoozeEntry, wakeEntry] as const

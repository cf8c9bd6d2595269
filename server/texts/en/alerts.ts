import type { TodayKind } from '#contract/vocabulary.ts'

const kinds: Record<TodayKind, string> = {
  tasks_stopped: 'Background work has stopped',
  hold_ends: 'A hold ends',
  job_hidden: 'Job without a hold',
  collection_overdue: 'Not collected in time',
  capture_stuck: 'A charge is stuck',
  refund_stuck: 'A refund is stuck',
  payout_stuck: 'A payout is stuck',
  job_owed: 'Not paid',
  sms_failed: 'The link did not arrive',
  draft_expires: 'A draft expires',
  address_coarse: 'Vague address',
  carrier_waiting: 'A carrier waits for approval',
  message_waiting: 'A message waits for an answer',
  problem_open: 'Reported problem',
  trip_contested: 'Carrier and customer disagree',
  delivery_doubted: 'Delivered too soon',
  dispute_open: 'Dispute',
  ledger_unbalanced: 'The books do not agree',
  ledger_unchecked: 'The books have not been compared',
  reconciliation_differs: 'Books and processor differ',
  reconciliation_failed: 'A day is not reconciled',
  closing_differs: 'A closed month has changed',
  partner_near_limit: 'A partner is near its limit',
  partner_errors: 'More errors of a partner',
  provider_failing: 'A provider fails',
  document_waiting: 'A document waits',
  document_expires: 'A document expires',
  sign_in_refused: 'Attempts to get in as a member',
  pushes_refused: 'A push service refuses everything',
}

const listed = (entries: readonly { kind: string; count: number }[]): string =>
  entries.map(({ kind, count }) => `${kinds[kind as TodayKind] ?? kind} (${count})`).join(', ')

/** What members of staff are told of entries of *Today*, by mail and by web push. */
export const alerts = {
  listed,
  begun: {
    subject: (count: number) =>
      count === 1 ? 'Today: one entry costs something now' : `Today: ${count} entries cost something now`,
    body: (count: number, kinds: string) =>
      count === 1
        ? `One entry of Today has begun to cost something: ${kinds}.`
        : `${count} entries of Today have begun to cost something: ${kinds}.`,
  },
  ended: {
    subject: (count: number) =>
      count === 1 ? 'Today: one entry has ended' : `Today: ${count} entries have ended`,
    body: (count: number, kinds: string) =>
      count === 1
        ? `One entry of Today that you were told of has ended: ${kinds}.`
        : `${count} entries of Today that you were told of have ended: ${kinds}.`,
  },
  test: { subject: () => 'Test alert', body: () => 'Alerts reach you here.' },
  open: 'Open Today',
  reason: 'You get this mail because ALERT_MAIL names this address.',
  memberReason: 'You get this mail because you chose alerts in your account of the panel.',
  choose: 'Choose your alerts',
  confirmation: {
    subject: 'Confirm your mail address',
    body: (service: string) =>
      `Enter this code in your account of the ${service} panel to get alerts at this address. It works for one hour.`,
    reason:
      'Somebody entered this address in an account. If it was not you, do nothing: you get no more mails.',
  },
}

import { type NoticeKind, noticeKinds } from './vocabulary.ts'

/**
 * How a notice reaches a person while the app is closed. `sms` is used only where no device of the person can receive a
 * push; `mail` only with a confirmed address, and besides the other channels.
 */
export const noticeChannels = ['push', 'sms', 'mail'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

export type NoticeRule = {
  /** About what a person pays, gets, owes or may earn. Such a notice cannot be switched off by its person. */
  isAboutMoney: boolean
  channels: readonly NoticeChannel[]
}

const money: NoticeRule = { isAboutMoney: true, channels: ['push', 'sms', 'mail'] }
/** The mail about it is the receipt or credit note. */
const withInvoice: NoticeRule = { isAboutMoney: true, channels: ['push', 'sms'] }
const news: NoticeRule = { isAboutMoney: false, channels: ['push', 'sms', 'mail'] }
/** Of what the person did a moment ago: not worth a text. */
const byPushOrMail: NoticeRule = { isAboutMoney: false, channels: ['push', 'mail'] }
/** Soon outdated; people without push see it in the app. */
const pushOnly: NoticeRule = { isAboutMoney: false, channels: ['push'] }

/** Each kind of notice: whether it is about money, and its channels (decision 70). The operator may take some away. */
export const noticeRules: Record<NoticeKind, NoticeRule> = {
  job_posted: byPushOrMail,
  job_accepted: news,
  job_collected: pushOnly,
  // A mail would be read too late.
  carrier_arriving: { isAboutMoney: false, channels: ['push', 'sms'] },
  collection_due: money,
  collection_overdue: money,
  time_proposed: news,
  time_agreed: news,
  time_moved: news,
  time_in_a_day: news,
  // A mail would be read too late.
  time_in_an_hour: { isAboutMoney: false, channels: ['push', 'sms'] },
  message_received: pushOnly,
  // Some minutes later, once until the person has read: where no push arrives, it is the only text about messages.
  messages_unread: news,
  // It is about a report, so about money.
  staff_answered: money,
  job_moved_away: money,
  job_moved_to_you: money,
  carrier_changed: news,
  job_completed: byPushOrMail,
  job_charged: withInvoice,
  job_cancelled_by_customer: money,
  job_cancelled_uncollected: money,
  job_cancelled_by_carrier: money,
  job_offered_again: money,
  job_cancelled_by_staff: money,
  job_cancelled_by_system: money,
  hold_not_renewed: money,
  payment_wanted: money,
  address_wanted: money,
  delivery_to_confirm: money,
  problem_reported: money,
  problem_resolved: money,
  trip_reported: money,
  trip_answered: money,
  trip_ended: money,
  payment_refused: money,
  job_refunded: withInvoice,
  cost_shared: money,
  tip_received: money,
  job_nearby: pushOnly,
  carrier_approved: news,
  carrier_rejected: money,
  carrier_suspended: money,
  document_accepted: news,
  document_refused: money,
  photo_removed: money,
  document_expires: money,
}

/** The notices that their person may switch off. */
export const switchableKinds: readonly NoticeKind[] = noticeKinds.filter(
  (kind) => !noticeRules[kind].isAboutMoney,
)

/** What the operator has switched off. */
export type NoticesOff = readonly { kind: NoticeKind; channel: NoticeChannel }[]

/** The kinds that go over a channel, without those that the operator has switched off. */
export const kindsOver = (channel: NoticeChannel, off: NoticesOff): NoticeKind[] =>
  noticeKinds.filter(
    (kind) =>
      noticeRules[kind].channels.includes(channel) &&
      !off.some((each) => each.kind === kind && each.channel === channel),
  )

/** Of the notices that can be switched off, those that only carriers get. */
export const carrierKinds: ReadonlySet<NoticeKind> = new Set([
  'job_completed',
  'job_nearby',
  'carrier_approved',
  'document_accepted',
])

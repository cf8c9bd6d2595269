import { type Static, Type } from 'typebox'
import { type NoticeChannel, type NoticesOff, noticeRules } from '#contract/notice-rules.ts'
import type { NoticeKind } from '#contract/vocabulary.ts'

/** Whether people without a push device get notices by SMS, and limits on the cost. */
export const noticesEnv = Type.Object({
  SMS_NOTICES: Type.Enum(['on', 'off'], {
    type: 'string',
    default: 'on',
  }),
  NOTICES_OFF: Type.String({
    format: 'notices',
    default: '',
  }),
  SMS_NOTICES_PER_PERSON_PER_DAY: Type.Integer({
    default: 10,
    minimum: 1,
  }),
  SMS_NOTICES_PER_PERSON_PER_JOB: Type.Integer({
    default: 6,
    minimum: 1,
  }),
})

export type NoticeSettings = Static<typeof noticesEnv> & { noticesOff: NoticesOff }

/** Parses `NOTICES_OFF`, such as `job_collected:push,job_posted:mail`. */
export const noticesOffOf = (text: string): NoticesOff =>
  entriesOf(text).map(([kind, channel]) => ({ kind: kind as NoticeKind, channel: channel as NoticeChannel }))

/**
 * What is wrong in `NOTICES_OFF`. Texts about money reach people without a push device and a mail address, so only
 * `SMS_NOTICES` ends them.
 */
export const noticesOffFaults = (text: string): string[] =>
  entriesOf(text).flatMap(([kind = '', channel = '']) => {
    const rule = Object.hasOwn(noticeRules, kind) ? noticeRules[kind as NoticeKind] : undefined
    if (!rule) return [`NOTICES_OFF names ${kind}, which is not a kind of notice`]
    if (!rule.channels.some((each) => each === channel))
      return [`NOTICES_OFF: ${kind} is never sent by ${channel}`]
    if (rule.isAboutMoney && channel === 'sms')
      return [`NOTICES_OFF: ${kind} is about money, so its text cannot be switched off alone (SMS_NOTICES)`]
    return []
  })

const entriesOf = (text: string): string[][] =>
  text
    .split(',')
    .filter((entry) => entry.trim())
    .map((entry) => entry.trim().split(':'))

import { type Static, Type } from 'typebox'

/** Whether people without a push device get notices by SMS, and limits on the cost. */
export const noticesEnv = Type.Object({
  SMS_NOTICES: Type.Enum(['on', 'off'], {
    type: 'string',
    default: 'on',
    description:
      'Whether people without a push device are texted what concerns their money or time; with `off` the app promises no text',
  }),
  SMS_NOTICES_PER_PERSON_PER_DAY: Type.Integer({
    default: 10,
    minimum: 1,
    description: 'Such texts to one person in 24 hours; others are `failed` with `cap` in `sms list`',
  }),
  SMS_NOTICES_PER_PERSON_PER_JOB: Type.Integer({
    default: 6,
    minimum: 1,
    description: 'Such texts to one person about one job',
  }),
})

export type NoticeSettings = Static<typeof noticesEnv>

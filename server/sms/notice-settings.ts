import { type Static, Type } from 'typebox'

/** Whether people without a push device get notices by SMS, and limits on the cost. */
export const noticesEnv = Type.Object({
  SMS_NOTICES: Type.Enum(['on', 'off'], {
    type: 'string',
    default: 'on',
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

export type NoticeSettings = Static<typeof noticesEnv>

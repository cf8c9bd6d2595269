import { type Static, Type } from 'typebox'
import { mailAddressPattern, maxMailAddressLength } from '../mail-address.ts'
import type { AppOperation } from '../operation.ts'
import { answers, type DateTime, MaybeInstant, MaybeText } from './common.ts'

const Pending = Type.Unsafe<{ address: string; expires_at: DateTime; refused: boolean } | null>({
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['address', 'expires_at', 'refused'],
  properties: {
    address: { type: 'string', description: 'The address that is not confirmed yet.' },
    expires_at: {
      type: 'string',
      format: 'date-time',
      description: 'The code can be checked until then (ISO 8601, UTC).',
    },
    refused: { type: 'boolean', description: 'True if a mail server has refused this address for good.' },
  },
  description: 'The address that waits for its code; null if none waits.',
})

/** The mail address of the account. */
export const MyMail = Type.Object(
  {
    available: Type.Boolean({
      description: 'False if this installation sends no mail; then the other members are null.',
    }),
    address: MaybeText('The confirmed address, to which receipts and notices are mailed; null without one.'),
    failing_since: MaybeInstant(
      'Since when a mail server refuses the confirmed address: nothing is mailed until it is confirmed again',
      'while mails arrive',
    ),
    pending: Pending,
  },
  { $id: 'MyMail', additionalProperties: false },
)
export type MyMail = Static<typeof MyMail>

export const readMyMail = {
  operationId: 'readMyMail',
  method: 'GET',
  url: '/app/v1/me/mail',
  access: 'account',
  summary: 'Read my mail address',
  description: 'The confirmed mail address, and the one that waits for its code.',
  answers: answers({ 200: { description: 'The address.', body: MyMail } }),
} as const satisfies AppOperation

export const changeMyMail = {
  operationId: 'changeMyMail',
  method: 'PUT',
  url: '/app/v1/me/mail',
  access: 'account',
  summary: 'Ask for a code to a mail address',
  description:
    'Mails a code of six digits to the address. The confirmed address stays until the code is checked. The response is the same whether or not a mail is sent, so it reveals nothing about the address: an address gets three codes a day, from all accounts together.',
  body: Type.Object({
    address: Type.String({
      pattern: mailAddressPattern,
      maxLength: maxMailAddressLength,
      'x-trim': true,
      description: 'The mail address.',
    }),
  }),
  answers: answers(
    { 200: { description: 'The code is on its way.', body: MyMail } },
    {
      409: '`wrong_state`: this installation sends no mail.',
      429: '`rate_limit_exceeded`: this account asked for five codes within a day; or there were too many calls.',
    },
  ),
} as const satisfies AppOperation

export const confirmMyMail = {
  operationId: 'confirmMyMail',
  method: 'POST',
  url: '/app/v1/me/mail/confirmation',
  access: 'account',
  summary: 'Confirm the mail address',
  description: 'A code can be checked five times, within an hour. The address replaces an earlier one.',
  body: Type.Object({
    code: Type.String({ pattern: '^[0-9]{6}$', description: 'The six digits of the newest code.' }),
  }),
  answers: answers(
    { 200: { description: 'Confirmed.', body: MyMail } },
    { 422: '`code_wrong` or `code_expired`.' },
  ),
} as const satisfies AppOperation

export const removeMyMail = {
  operationId: 'removeMyMail',
  method: 'DELETE',
  url: '/app/v1/me/mail',
  access: 'account',
  summary: 'Remove my mail address',
  description: 'Nothing is mailed any longer, and waiting mails are not sent. Repeating it changes nothing.',
  answers: answers({ 200: { description: 'Removed.', body: MyMail } }),
} as const satisfies AppOperation

export const mailOperations = [readMyMail, changeMyMail, confirmMyMail, removeMyMail] as const

import { type Static, Type } from 'typebox'
import { noticeChannels } from '../notice-rules.ts'
import type { AppOperation } from '../operation.ts'
import { noticeKinds } from '../vocabulary.ts'
import { answers } from './common.ts'

const Channel = Type.Enum([...noticeChannels], {
  type: 'string',
  description:
    '`push`: to the devices that are subscribed; `sms`: where no such device can receive; `mail`: to the confirmed address.',
})

const NoticeChoice = Type.Object(
  {
    kind: Type.Enum([...noticeKinds], { type: 'string' }),
    channels: Type.Array(
      Type.Object(
        {
          channel: Channel,
          on: Type.Boolean({ description: 'False if this account has switched it off.' }),
          reaches: Type.Boolean({
            description:
              'True if the channel reaches this account: `push` with a subscribed device, `mail` with a confirmed address that works, `sms` always.',
          }),
        },
        { additionalProperties: false },
      ),
      { description: 'The channels over which this installation sends such a notice.' },
    ),
  },
  { $id: 'NoticeChoice', additionalProperties: false },
)

/** The notices that a person may switch off. Those about money are not listed: they are always sent. */
export const MyNotices = Type.Object(
  { notices: Type.Array(NoticeChoice) },
  { $id: 'MyNotices', additionalProperties: false },
)
export type MyNotices = Static<typeof MyNotices>

export const readMyNotices = {
  operationId: 'readMyNotices',
  method: 'GET',
  url: '/app/v1/me/notices',
  access: 'account',
  summary: 'Read which notices I get',
  description:
    'The kinds of notices that are not about money, with their channels. Those for carriers are listed for accounts that have signed up as a carrier.',
  answers: answers({ 200: { description: 'The notices.', body: MyNotices } }),
} as const satisfies AppOperation

export const switchMyNotice = {
  operationId: 'switchMyNotice',
  method: 'PUT',
  url: '/app/v1/me/notices',
  access: 'account',
  summary: 'Switch a notice on or off',
  description: 'For one kind over one channel. Repeating it changes nothing.',
  body: Type.Object({
    kind: Type.Enum([...noticeKinds], { type: 'string' }),
    channel: Channel,
    on: Type.Boolean(),
  }),
  answers: answers(
    { 200: { description: 'Switched.', body: MyNotices } },
    { 409: '`wrong_state`: the notice is about money, or is never sent over this channel.' },
  ),
} as const satisfies AppOperation

export const noticeOperations = [readMyNotices, switchMyNotice] as const

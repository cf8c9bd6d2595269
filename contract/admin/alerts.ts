import { type Static, Type } from 'typebox'
import { Id, MaybeText } from '../app/common.ts'
import { subscribePush } from '../app/live.ts'
import { changeMyMail, confirmMyMail, MyMail } from '../app/mail.ts'
import type { AdminOperation } from '../operation.ts'
import { alertChannels, todayKinds } from '../vocabulary.ts'
import { answers } from './common.ts'

const Kind = Type.Enum([...todayKinds], { type: 'string', description: 'A kind of entry of *Today*.' })

/** How the signed-in member is told of entries of *Today* that cost something (decision 77). */
export const MyAlerts = Type.Object(
  {
    mail: MyMail,
    push: Type.Object(
      {
        key: Type.String({ description: 'The VAPID public key of this installation, in base64url.' }),
        registered: Type.Boolean({ description: 'True if the browser of this session gets alerts.' }),
      },
      { additionalProperties: false },
    ),
    kinds: Type.Array(
      Type.Object(
        { kind: Kind, mail: Type.Boolean(), push: Type.Boolean() },
        { additionalProperties: false },
      ),
      { description: 'For each kind, false where the member has switched it off.' },
    ),
    webhook: Type.Boolean({ description: 'True if alerts also go to the webhook of the operator.' }),
  },
  { $id: 'MyAlerts', additionalProperties: false },
)
export type MyAlerts = Static<typeof MyAlerts>

const asTheyAre = { 200: { description: 'The alerts as they are now.', body: MyAlerts } }

export const readMyAlerts = {
  operationId: 'readMyAlerts',
  method: 'GET',
  url: '/admin/v1/alerts',
  access: 'viewer',
  summary: 'Read how this member is alerted',
  description:
    'The mail address and the browser for alerts, and the kinds of entries. An alert is sent once when an entry has begun to cost something, and once when it has ended; it holds kinds and their number.',
  answers: answers(asTheyAre),
} as const satisfies AdminOperation

export const switchMyAlerts = {
  operationId: 'switchMyAlerts',
  method: 'PUT',
  url: '/admin/v1/alerts',
  access: 'viewer',
  summary: 'Switch alerts on or off',
  description:
    'For some kinds over one channel. Every kind is on until it is switched off. Repeating it changes nothing.',
  body: Type.Object(
    {
      kinds: Type.Array(Kind, { minItems: 1, maxItems: todayKinds.length }),
      channel: Type.Enum([...alertChannels], { type: 'string' }),
      on: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
  answers: answers(asTheyAre),
} as const satisfies AdminOperation

export const askMyAlertAddress = {
  operationId: 'askMyAlertAddress',
  method: 'PUT',
  url: '/admin/v1/alerts/mail',
  access: 'viewer',
  summary: 'Ask for a code to a mail address for alerts',
  description:
    'Mails a code of six digits. The confirmed address stays until the code is checked. An address gets three codes a day in all, and the response does not show whether this one was sent.',
  body: Type.Object(changeMyMail.body.properties, { additionalProperties: false }),
  answers: answers(asTheyAre, {
    409: '`wrong_state`: this installation sends no mail.',
    429: '`rate_limit_exceeded`: this member asked for five codes within a day; or there were too many calls.',
  }),
} as const satisfies AdminOperation

export const confirmMyAlertAddress = {
  operationId: 'confirmMyAlertAddress',
  method: 'POST',
  url: '/admin/v1/alerts/mail/confirmation',
  access: 'viewer',
  summary: 'Confirm the mail address for alerts',
  description: 'A code can be checked five times, within an hour. The address replaces an earlier one.',
  body: Type.Object(confirmMyMail.body.properties, { additionalProperties: false }),
  answers: answers(asTheyAre, { 422: '`code_wrong` or `code_expired`.' }),
} as const satisfies AdminOperation

export const removeMyAlertAddress = {
  operationId: 'removeMyAlertAddress',
  method: 'DELETE',
  url: '/admin/v1/alerts/mail',
  access: 'viewer',
  summary: 'Remove the mail address for alerts',
  description: 'Alerts that wait for it are not mailed. Repeating it changes nothing.',
  answers: answers(asTheyAre),
} as const satisfies AdminOperation

export const subscribeMyAlerts = {
  operationId: 'subscribeMyAlerts',
  method: 'PUT',
  url: '/admin/v1/alerts/push',
  access: 'viewer',
  summary: 'Get alerts in this browser',
  description:
    'The subscription that `PushManager.subscribe` returned. Sending it again changes nothing. It ends with the session.',
  body: Type.Object(
    {
      endpoint: subscribePush.body.properties.endpoint,
      keys: Type.Object(subscribePush.body.properties.keys.properties, { additionalProperties: false }),
    },
    { additionalProperties: false },
  ),
  answers: answers(asTheyAre),
} as const satisfies AdminOperation

export const unsubscribeMyAlerts = {
  operationId: 'unsubscribeMyAlerts',
  method: 'DELETE',
  url: '/admin/v1/alerts/push',
  access: 'viewer',
  summary: 'Stop alerts in this browser',
  description: 'Deletes the subscription of this session. Repeating it changes nothing.',
  answers: answers(asTheyAre),
} as const satisfies AdminOperation

export const alertTestStates = ['waiting', 'sent', 'failed', 'unknown', 'late', 'ended'] as const
export type AlertTestState = (typeof alertTestStates)[number]

const AlertTest = Type.Object(
  {
    test_id: Id('The test.'),
    state: Type.Enum([...alertTestStates], {
      type: 'string',
      description:
        '`waiting`: it is being sent; `sent`: the mail server, the push service or the webhook has taken it; `failed`: it was not taken; `unknown`: the answer of the mail server was lost; `late`: no node has sent it within 30 s; `ended`: the address or the browser was removed meanwhile.',
    }),
    answer: MaybeText(
      'What the mail server has answered, without the address, or why the test was not taken; null without an answer.',
    ),
  },
  { $id: 'AlertTest', additionalProperties: false },
)
export type AlertTest = Static<typeof AlertTest>

const testParams = Type.Object({ test_id: Id('A new UUID, made by the client.') })
const asItIs = { 200: { description: 'The test as it is now.', body: AlertTest } }
const once = 'Repeating it with the same `test_id` sends no second one; at most 5 a minute and 20 a day.'

export const testMyAlerts = {
  operationId: 'testMyAlerts',
  method: 'PUT',
  url: '/admin/v1/alerts/tests/:test_id',
  access: 'viewer',
  summary: 'Send a test alert to this member',
  description: `To the confirmed address, or to the browser of this session, in the way of an alert: a node that runs the tasks sends it. It is tried once. ${once}`,
  params: testParams,
  body: Type.Object(
    { channel: Type.Enum([...alertChannels], { type: 'string' }) },
    { additionalProperties: false },
  ),
  answers: answers(asItIs, {
    409: '`wrong_state`: this installation sends no mail, the member has no address that works, or the browser gets no alerts.',
  }),
} as const satisfies AdminOperation

export const testAlertWebhook = {
  operationId: 'testAlertWebhook',
  method: 'PUT',
  url: '/admin/v1/alerts/webhook-tests/:test_id',
  access: 'staff',
  summary: 'Send a test to the webhook of the operator',
  description: `A signed call of the type \`today.test\` without entries. It is tried once. ${once}`,
  params: testParams,
  answers: answers(asItIs, { 409: '`wrong_state`: this installation has no webhook.' }),
} as const satisfies AdminOperation

export const readAlertTest = {
  operationId: 'readAlertTest',
  method: 'GET',
  url: '/admin/v1/alerts/tests/:test_id',
  access: 'viewer',
  summary: 'Read what became of a test',
  description: 'Of a test of this member, for 30 days.',
  params: Type.Object({ test_id: Id('The test.') }),
  answers: answers(asItIs),
} as const satisfies AdminOperation

export const alertOperations = [
  readMyAlerts,
  switchMyAlerts,
  askMyAlertAddress,
  confirmMyAlertAddress,
  removeMyAlertAddress,
  subscribeMyAlerts,
  unsubscribeMyAlerts,
  testMyAlerts,
  testAlertWebhook,
  readAlertTest,
] as const

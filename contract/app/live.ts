import { type Static, Type } from 'typebox'
import type { FieldCheck } from '../common.ts'
import type { AppOperation } from '../operation.ts'
import { noticeKinds } from '../vocabulary.ts'
import { answers, Id } from './common.ts'

/**
 * The JSON in the `data` of an event. An event says only that something changed; the client then reads the new state.
 * `event: job`: one of the account's jobs, as customer or carrier; `event: position`: the carrier of a job of the
 * customer has moved, or shares its position no longer; `event: feed`: a job came into or left the carrier's feed;
 * `event: carrier`: the account's carrier profile; `event: reset`: too many events were missed, so the client must
 * reload everything. `id` is the number of the event in this installation.
 */
export const LiveEvent = Type.Object(
  { job_id: Type.Union([Id('The job that has changed.'), Type.Null()]) },
  { $id: 'LiveEvent', additionalProperties: false },
)
export type LiveEvent = Static<typeof LiveEvent>

export const liveEvents = {
  operationId: 'liveEvents',
  method: 'GET',
  url: '/app/v1/live',
  access: 'account',
  summary: 'Receive changes as events',
  description:
    'Server-sent events `job`, `position`, `feed` and `carrier`. After a lost connection send `Last-Event-ID`: the missed events come first. If too many were missed, one event `reset` comes instead: the client must reload everything.',
  streams: true,
  answers: answers({ 200: { description: 'The stream of events (`text/event-stream`).', body: null } }),
} as const satisfies AppOperation

export const readPushKey = {
  operationId: 'readPushKey',
  method: 'GET',
  url: '/app/v1/push/key',
  access: 'account',
  summary: 'Read the key for web push',
  description:
    'The VAPID public key of this installation, and whether this session has a subscription. Check `is_registered` here and not in the browser: the browser keeps a subscription after its session has ended.',
  answers: answers({
    200: {
      description: 'The key.',
      body: Type.Object(
        {
          key: Type.String({ description: 'The public key in base64url.' }),
          is_registered: Type.Boolean({
            description:
              'True if this session has a subscription: pushes to the account then reach its device.',
          }),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AppOperation

export const subscribePush = {
  operationId: 'subscribePush',
  method: 'PUT',
  url: '/app/v1/push/subscription',
  access: 'account',
  summary: 'Receive pushes on this device',
  description:
    'The subscription that `PushManager.subscribe` returned. Sending it again changes nothing. It ends with the session.',
  body: Type.Object({
    endpoint: Type.String({
      format: 'uri',
      maxLength: 2_048,
      'x-check': 'push-endpoint' satisfies FieldCheck,
    }),
    keys: Type.Object({
      p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{80,100}=*$' }),
      auth: Type.String({ pattern: '^[A-Za-z0-9_-]{20,30}=*$' }),
    }),
  }),
  answers: answers({ 204: { description: 'Subscribed.', body: null } }),
} as const satisfies AppOperation

export const unsubscribePush = {
  operationId: 'unsubscribePush',
  method: 'DELETE',
  url: '/app/v1/push/subscription',
  access: 'account',
  summary: 'Stop pushes on this device',
  description: 'Deletes the subscription of this session.',
  answers: answers({ 204: { description: 'Deleted.', body: null } }),
} as const satisfies AppOperation

/** Payload of a push message to the service worker, encrypted in transit (RFC 8291). */
export const PushPayload = Type.Object(
  {
    kind: Type.Enum([...noticeKinds, 'alert'], {
      type: 'string',
      description: '`alert` goes to members of staff.',
    }),
    title: Type.String(),
    body: Type.String(),
    url: Type.String({ description: 'The path of the app that opens when the person taps the push.' }),
    tag: Type.String({ description: 'A newer push with the same tag replaces the older one on the device.' }),
  },
  { $id: 'PushPayload', additionalProperties: false },
)
export type PushPayload = Static<typeof PushPayload>

export const liveOperations = [liveEvents] as const

export const pushOperations = [readPushKey, subscribePush, unsubscribePush] as const

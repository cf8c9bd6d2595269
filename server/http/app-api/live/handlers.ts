import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import {
  liveEvents as liveEventsOperation,
  type liveOperations,
  type pushOperations,
} from '#contract/app/live.ts'
import type { Tables } from '../../../db/tables.ts'
import type { LiveHub } from '../../../jobs/live/hub.ts'
import type { Sink } from '../../../jobs/live/stream.ts'
import { isSubscribed, subscribe, unsubscribe } from '../../../push/subscriptions.ts'
import { readVapidKeys } from '../../../push/vapid.ts'
import type { Handler, Handlers } from '../../mount.ts'

export type LiveEventsNeeds = {
  live: Pick<LiveHub, 'open' | 'endAll'>
  onLiveError: (error: unknown) => void
}

/** The event stream of changes. */
const liveEvents =
  ({ live, onLiveError }: LiveEventsNeeds): Handler<typeof liveEventsOperation> =>
  async ({ caller: { sessionId }, request, reply }) => {
    const lastEventId = numberOf(request.headers['last-event-id'])
    const sink = beginStream(reply)
    try {
      const leave = await live.open({ sessionId, lastEventId, sink })
      reply.raw.on('close', leave)
      if (reply.raw.destroyed) leave()
    } catch (error) {
      // The headers are already sent, so we can only end the stream; the client reconnects.
      onLiveError(error)
      sink.end()
    }
  }

/** A client with more unread bytes is disconnected; it reconnects and gets the missed events. */
const maxBehindBytes = 65_536

function beginStream(reply: FastifyReply): Sink {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    // Proxies that buffer responses (nginx) would delay every event.
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  return {
    write(text) {
      if (raw.writableLength > maxBehindBytes) raw.destroy()
      else if (!raw.writableEnded) raw.write(text)
    },
    end: () => void raw.end(),
  }
}

const numberOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null

type LiveNeeds = LiveEventsNeeds

/** The event stream of changes. */
export const liveHandlers: Handlers<typeof liveOperations, LiveNeeds> = {
  liveEvents,
}

export type PushNeeds = { pool: pg.Pool; kysely: Kysely<Tables> }

/** The push subscription of the session. */
export const pushHandlers: Handlers<typeof pushOperations, PushNeeds> = {
  /** Shows the public key that a browser needs for a push subscription, and whether this session has one. */
  readPushKey:
    ({ kysely }) =>
    async ({ caller }) => ({
      key: (await readVapidKeys(kysely)).publicKey,
      is_registered: await isSubscribed(kysely, caller.sessionId),
    }),
  subscribePush:
    ({ pool }) =>
    async ({ caller: { accountId, sessionId }, body }) => {
      const { endpoint, keys } = body
      await subscribe(pool, { accountId, sessionId, endpoint, ...keys })
    },
  unsubscribePush:
    ({ kysely }) =>
    ({ caller }) =>
      unsubscribe(kysely, caller.sessionId),
}

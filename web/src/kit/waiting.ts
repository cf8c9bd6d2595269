import { useSyncExternalStore } from 'react'
import type { AppOperation } from '#contract/app/operation.ts'
import { ApiError, exchange, type Input, type Output, requestOf } from './api.ts'
import { type Answered, createOutbox, type Kept } from './outbox.ts'
import { openOutboxStore } from './outbox-store.ts'
import { waitMs } from './query-client.ts'

/**
 * Does something that has to reach the server even if the line is gone: it is kept on the phone, sent in order and
 * repeated until it is answered. Resolves with the answer, for as long as this page lives; `useWaiting` shows the rest.
 *
 * @param lane the id of the job; acts of one job wait for each other.
 * @throws ApiError when it was refused for good.
 */
export async function doSurely<O extends AppOperation>(
  operation: O,
  input: Omit<Input<O>, 'idempotencyKey' | 'signal'>,
  lane: string,
): Promise<Output<O>> {
  const id = crypto.randomUUID()
  const answered = new Promise<Output<O>>((resolve, reject) => {
    hopes.set(id, (answer) => (answer.ok ? resolve(answer.body as Output<O>) : reject(answer.error)))
  })
  await outbox.add({
    id,
    lane,
    operationId: operation.operationId,
    request: requestOf(operation, input as Input<O>),
  })
  void sendWaiting()
  return answered
}

/** What waits to be sent, oldest first. */
export const useWaiting = (): Kept[] => useSyncExternalStore(subscribe, () => waiting)

/** After signing in, and when the page starts: sends what was left. One tab at a time does so. */
export async function sendWaiting(): Promise<void> {
  // This tab is at it already, and takes what is new along.
  if (sending || !('locks' in navigator)) return outbox.drain()
  await navigator.locks.request('dray-outbox', async () => {
    sending = true
    await outbox.drain().finally(() => {
      sending = false
    })
  })
}

/** On signing out: what waits was another person's. */
export const forgetWaiting = (): Promise<void> => outbox.clear()

/** Hears of answers to acts that an earlier page began. */
export function onLateAnswer(hear: (kept: Kept, answer: Answered) => void): void {
  late.add(hear)
}

const hopes = new Map<string, (answer: Answered) => void>()
const late = new Set<(kept: Kept, answer: Answered) => void>()
const listeners = new Set<() => void>()
let waiting: Kept[] = []
let sending = false

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

const outbox = createOutbox({
  store: openOutboxStore(),
  send: (request) => exchange(request, AbortSignal.timeout(30_000)).catch(asNoAnswer),
  pause: untilLater,
  waitMs,
  onWaiting: (kept) => {
    waiting = kept
    for (const changed of listeners) changed()
  },
  onAnswer: (kept, answer) => {
    const hope = hopes.get(kept.id)
    hopes.delete(kept.id)
    if (hope) hope(answer)
    else for (const hear of late) hear(kept, answer)
  },
})

/** A call that took too long is one without an answer: the next attempt carries the same key. */
function asNoAnswer(error: unknown): never {
  if (error instanceof ApiError) throw error
  throw new ApiError({ status: 0, code: 'no_connection', message: '', details: {}, retryAfterSeconds: null })
}

function untilLater(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    addEventListener('online', go)
  })
}

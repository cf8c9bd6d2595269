import { useSyncExternalStore } from 'react'
import type { AppOperation } from '#contract/operation.ts'
import { ApiError, exchange, type Input, type Output, requestOf } from './api.ts'
import { type Answered, createOfflineQueue, type QueuedRequest } from './offline-queue.ts'
import { openQueueStore } from './offline-queue-store.ts'
import { waitMs } from './query-client.ts'

/**
 * Sends a request that must reach the server even if the device is offline: it is stored in the offline queue, sent in
 * order and retried until a response. The promise settles only while this page is open; `useWaiting` shows the queue.
 *
 * @param lane id of the job; requests of one job are sent one after another.
 * @throws ApiError for an error that a retry cannot fix.
 */
export async function sendReliably<O extends AppOperation>(
  operation: O,
  input: Omit<Input<O>, 'idempotencyKey' | 'signal'>,
  lane: string,
): Promise<Output<O>> {
  const id = crypto.randomUUID()
  const response = new Promise<Output<O>>((resolve, reject) => {
    waiters.set(id, (answer) => (answer.ok ? resolve(answer.body as Output<O>) : reject(answer.error)))
  })
  await queue.add({
    id,
    lane,
    operationId: operation.operationId,
    request: requestOf(operation, input as Input<O>),
  })
  void sendWaiting()
  return response
}

/** The queued requests, oldest first. */
export const useWaiting = (): QueuedRequest[] =>
  useSyncExternalStore(
    subscribe,
    () => waiting,
    () => waiting,
  )

/** Whether the queued requests wait for a sign-in. */
export const useWaitsForSignIn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isSignedOut,
    () => isSignedOut,
  )

/** Sends the queued requests; called after sign-in and on page load. A lock ensures that only one tab sends. */
export async function sendWaiting(): Promise<void> {
  setSignedOut(false)
  // This tab already holds the lock; `drain` includes new requests.
  if (isSending || !('locks' in navigator)) return queue.drain()
  await navigator.locks.request('dray-offline-queue', async () => {
    isSending = true
    await queue.drain().finally(() => {
      isSending = false
    })
  })
}

/** Deletes the queue on sign-out: the next session may belong to another person. */
export const forgetWaiting = (): Promise<void> => queue.clear()

/** Calls `listener` with responses to requests that were queued by an earlier page. */
export function onLateAnswer(listener: (queued: QueuedRequest, answer: Answered) => void): void {
  lateListeners.add(listener)
}

const waiters = new Map<string, (answer: Answered) => void>()
const lateListeners = new Set<(queued: QueuedRequest, answer: Answered) => void>()
const listeners = new Set<() => void>()
let waiting: QueuedRequest[] = []
let isSending = false
let isSignedOut = false

function setSignedOut(is: boolean): void {
  isSignedOut = is
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

const queue = createOfflineQueue({
  store: openQueueStore(),
  send: (request) => exchange(request, { signal: AbortSignal.timeout(30_000) }).catch(asNoAnswer),
  pause: waitOrOnline,
  waitMs,
  onWaiting: (queued) => {
    waiting = queued
    for (const changed of listeners) changed()
  },
  onAnswer: (queued, answer) => {
    const waiter = waiters.get(queued.id)
    waiters.delete(queued.id)
    if (waiter) waiter(answer)
    else for (const listener of lateListeners) listener(queued, answer)
  },
  onSignedOut: () => setSignedOut(true),
})

/** Treats a timeout as a lost connection: the retry sends the same Idempotency-Key. */
function asNoAnswer(error: unknown): never {
  if (error instanceof ApiError) throw error
  throw new ApiError({ status: 0, code: 'no_connection', message: '', details: {}, retryAfterSeconds: null })
}

function waitOrOnline(ms: number): Promise<void> {
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

import { useSyncExternalStore } from 'react'
import { uploadPhoto } from '#contract/app/customer.ts'
import type { AppOperation } from '#contract/operation.ts'
import { ApiError, exchange, type Input, type Output, requestOf } from './api.ts'
import { pageAccount, sessionAccount } from './device-account.ts'
import { type Answered, createOfflineQueue, isOf } from './offline-queue.ts'
import { openQueueStore } from './offline-queue-store.ts'
import { waitMs } from './query-client.ts'
import type { QueuedRequest } from './queued-request.ts'
import { timeoutMs } from './sent.ts'

/**
 * Sends a request that must reach the server even if the device is offline: it is stored in the offline queue, sent in
 * order and retried until a response. The promise settles only while this page is open; `useWaiting` shows the queue.
 *
 * @param lane id of the job; requests of one job are sent one after another.
 * @throws ApiError for an error that a retry cannot fix.
 */
export async function sendReliably<O extends AppOperation>(
  operation: O,
  input: Reliable<O>,
  lane: string,
): Promise<Output<O>> {
  return (await sendWithPhoto(operation, input, { lane, photo: null })).body
}

type Reliable<O extends AppOperation> = Omit<Input<O>, 'idempotencyKey' | 'signal'>

/**
 * Like `sendReliably`, for a request with a photo (`photo_id`). The photo waits in the queue with the request, and is
 * uploaded right before it. A photo that is refused does not hold the request back.
 */
export async function sendWithPhoto<O extends AppOperation>(
  operation: O,
  input: Reliable<O>,
  { lane, photo }: { lane: string; photo: Blob | null },
): Promise<{ body: Output<O>; isPhotoLost: boolean }> {
  const id = crypto.randomUUID()
  const accountId = pageAccount()
  const response = new Promise<{ body: Output<O>; isPhotoLost: boolean }>((resolve, reject) => {
    waiters.set(id, (answer) =>
      answer.ok
        ? resolve({ body: answer.body as Output<O>, isPhotoLost: answer.isUploadLost ?? false })
        : reject(answer.error),
    )
  })
  await queue.add({
    id,
    lane,
    operationId: operation.operationId,
    ...(accountId && { accountId }),
    request: requestOf(operation, input as Input<O>),
    ...(photo && { upload: { request: requestOf(uploadPhoto, { body: photo }), member: 'photo_id' } }),
  })
  void sendWaiting()
  return response
}

/** The queued requests of this page's account, oldest first. */
export const useWaiting = (): QueuedRequest[] =>
  useSyncExternalStore(
    subscribe,
    () => own,
    () => own,
  )

/** How many requests are queued on this device, of all accounts. */
export const useWaitingOfAll = (): number =>
  useSyncExternalStore(
    subscribe,
    () => countOfAll,
    () => countOfAll,
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

/** The session of an account has begun on this device: its requests can be sent again. */
export const beginWaiting = (accountId: string): Promise<void> => queue.begin(accountId)

/** The session of an account has ended on this device: its requests wait for its next sign-in, at most 7 days. */
export function leaveWaiting(accountId: string): Promise<void> {
  // The screens that wait for a response are of the ended session.
  waiters.clear()
  return queue.end(accountId)
}

/** Deletes the requests of an account that must not be sent any more. */
export const forgetWaiting = (accountId: string | null): Promise<void> => queue.forget(accountId)

/** Calls `listener` with responses to requests that were queued by an earlier page. */
export function onLateAnswer(listener: (queued: QueuedRequest, answer: Answered) => void): void {
  lateListeners.add(listener)
}

/** Calls `listener` with every final response to a queued request, before the page that sent it gets it. */
export function onEachAnswer(listener: (queued: QueuedRequest, answer: Answered) => void): void {
  listenersOfEach.add(listener)
}

/** Calls `listener` when the device has no room for a request. */
export function onFullDevice(listener: () => void): void {
  fullListeners.add(listener)
}

const listenersOfEach = new Set<(queued: QueuedRequest, answer: Answered) => void>()
const fullListeners = new Set<() => void>()
const waiters = new Map<string, (answer: Answered) => void>()
const lateListeners = new Set<(queued: QueuedRequest, answer: Answered) => void>()
const listeners = new Set<() => void>()
let own: QueuedRequest[] = []
let countOfAll = 0
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
  accountId: sessionAccount,
  send: (request) => exchange(request, { signal: AbortSignal.timeout(timeoutMs(request)) }).catch(asNoAnswer),
  pause: waitOrOnline,
  waitMs,
  onWaiting: (queued) => {
    own = queued.filter((request) => isOf(pageAccount(), request))
    countOfAll = queued.length
    for (const changed of listeners) changed()
  },
  onFull: () => {
    for (const listener of fullListeners) listener()
  },
  onAnswer: (queued, answer) => {
    for (const listener of listenersOfEach) listener(queued, answer)
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

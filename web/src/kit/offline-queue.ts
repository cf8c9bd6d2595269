import { ApiError } from './api-error.ts'
import type { Sent } from './sent.ts'

/** A queued request, stored until its response. `id` is its Idempotency-Key, so a retry has no further effect. */
export type QueuedRequest = {
  id: string
  /** Position in the queue; lower numbers are sent first. */
  order: number
  operationId: string
  /** Id of the job. Requests of one lane are sent one after another, different lanes concurrently. */
  lane: string
  request: Sent
}

/** Storage of the queue; in a browser IndexedDB (`offline-queue-store.ts`). */
export type QueueStore = {
  all: () => Promise<QueuedRequest[]>
  put: (queued: QueuedRequest) => Promise<void>
  remove: (id: string) => Promise<void>
}

export type QueueNeeds = {
  store: QueueStore
  /** @throws ApiError */
  send: (request: Sent) => Promise<unknown>
  /** Resolves after `waitMs`, or when the device is online again. */
  pause: (waitMs: number) => Promise<void>
  waitMs: (error: unknown, failures: number) => number
  /** Callback with the whole queue on every change. */
  onWaiting: (queued: QueuedRequest[]) => void
  /** Callback with the final response to a request: its body, or an error that a retry cannot fix. */
  onAnswer: (queued: QueuedRequest, answer: Answered) => void
  /** Callback when the session has ended: the requests wait for the next sign-in. */
  onSignedOut: () => void
}

export type Answered = { ok: true; body: unknown } | { ok: false; error: ApiError }

export type OfflineQueue = {
  add: (act: Omit<QueuedRequest, 'order'>) => Promise<void>
  /** Sends the queued requests, each lane in its order. Resolves when the queue is empty or the session has ended. */
  drain: () => Promise<void>
  /** Deletes the queue: another person may sign in on this device. */
  clear: () => Promise<void>
}

export function createOfflineQueue(needs: QueueNeeds): OfflineQueue {
  const { store, onWaiting } = needs
  const lanes = new Map<string, Promise<void>>()
  let lastOrder = 0
  const show = async () => onWaiting(await inOrder(store))
  return {
    async add(act) {
      const last = (await inOrder(store)).at(-1)
      lastOrder = Math.max(lastOrder, last?.order ?? 0) + 1
      await store.put({ ...act, order: lastOrder })
      await show()
    },
    async drain() {
      await show()
      for (const { lane } of await inOrder(store)) {
        if (!lanes.has(lane))
          lanes.set(
            lane,
            emptyLane(needs, { lane, show }).finally(() => lanes.delete(lane)),
          )
      }
      while (lanes.size > 0) await Promise.all(lanes.values())
    },
    async clear() {
      for (const { id } of await store.all()) await store.remove(id)
      await show()
    },
  }
}

const inOrder = async (store: QueueStore): Promise<QueuedRequest[]> =>
  (await store.all()).sort((a, b) => a.order - b.order)

async function emptyLane(needs: QueueNeeds, { lane, show }: { lane: string; show: () => Promise<void> }) {
  for (let failures = 0; ; ) {
    const next = (await inOrder(needs.store)).find((queued) => queued.lane === lane)
    if (!next) return
    const answer = await attempt(needs, next)
    if (answer === 'signed out') return needs.onSignedOut()
    if ('retryAfter' in answer) await needs.pause(needs.waitMs(answer.retryAfter, failures++))
    else {
      failures = 0
      await needs.store.remove(next.id)
      await show()
      needs.onAnswer(next, answer)
    }
  }
}

/** Sends a request once. Its result is a final response, an error to retry after, or `signed out`. */
async function attempt(
  { send }: QueueNeeds,
  { id, request }: QueuedRequest,
): Promise<Answered | { retryAfter: unknown } | 'signed out'> {
  try {
    return { ok: true, body: await send({ ...request, idempotencyKey: id }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return 'signed out'
    return isFinal(error) ? { ok: false, error } : { retryAfter: error }
  }
}

/** True if a retry cannot help. A lost connection, 408, 425, 429, a 5xx and a key in progress are worth a retry. */
const isFinal = ({ status, code }: ApiError): boolean =>
  status >= 400 && status < 500 && ![408, 425, 429].includes(status) && code !== 'idempotency_key_in_progress'

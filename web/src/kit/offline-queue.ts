import { ApiError } from './api-error.ts'
import { tidy, withoutEnd } from './left-requests.ts'
import type { QueuedRequest, QueueStore } from './queued-request.ts'
import { type Sent, textOf } from './sent.ts'

export type QueueNeeds = {
  store: QueueStore
  /** The account of the session of this device; null if unknown. Only its requests are sent. */
  accountId: () => string | null
  /** @throws ApiError */
  send: (request: Sent) => Promise<unknown>
  /** Resolves after `waitMs`, or when the device is online again. */
  pause: (waitMs: number) => Promise<void>
  waitMs: (error: unknown, failures: number) => number
  /** Callback with the whole queue on every change. */
  onWaiting: (queued: QueuedRequest[]) => void
  /** Callback when the device has no room for a request: it is sent only while this page is open. */
  onFull: () => void
  /** Callback with the final response to a request: its body, or an error that a retry cannot fix. */
  onAnswer: (queued: QueuedRequest, answer: Answered) => void
  /** Callback when the session has ended: the requests wait for the next sign-in. */
  onSignedOut: () => void
}

export type Answered = { ok: true; body: unknown; isUploadLost?: true } | { ok: false; error: ApiError }

export type OfflineQueue = {
  add: (act: Omit<QueuedRequest, 'order'>) => Promise<void>
  /**
   * Sends the requests of the session's account, each lane in its order. Resolves when none is left or the session has
   * ended.
   */
  drain: () => Promise<void>
  /** The session of an account has begun: its requests can be sent. */
  begin: (accountId: string) => Promise<void>
  /**
   * The session of an account has ended: its requests, and those without an account, wait for its next sign-in on this
   * device, at most `leftMs`.
   */
  end: (accountId: string) => Promise<void>
  /** Deletes the requests of an account, and those without an account. */
  forget: (accountId: string | null) => Promise<void>
}

export function createOfflineQueue(needs: QueueNeeds): OfflineQueue {
  const { onWaiting } = needs
  const store = withRoom(needs)
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
      await tidy(store, (queued) => !isSent(needs)(queued))
      await show()
      for (const { lane } of (await inOrder(store)).filter(isSent(needs))) {
        if (!lanes.has(lane))
          lanes.set(
            lane,
            emptyLane({ ...needs, store }, { lane, show }).finally(() => lanes.delete(lane)),
          )
      }
      while (lanes.size > 0) await Promise.all(lanes.values())
    },
    async begin(accountId) {
      for (const queued of await store.all())
        if (queued.accountId === accountId) await store.replace(withoutEnd(queued))
      await tidy(store, (queued) => queued.accountId !== accountId && queued.accountId !== undefined)
      await show()
    },
    async end(accountId) {
      for (const queued of await store.all())
        if (isOf(accountId, queued)) await store.replace({ ...queued, accountId, leftAt: Date.now() })
      await show()
    },
    async forget(accountId) {
      for (const queued of await store.all()) if (isOf(accountId, queued)) await store.remove(queued.id)
      await show()
    },
  }
}

/** Whether a request is of an account, or without an account. */
export const isOf = (accountId: string | null, queued: QueuedRequest): boolean =>
  !queued.accountId || queued.accountId === accountId

const isSent =
  ({ accountId }: Pick<QueueNeeds, 'accountId'>) =>
  (queued: QueuedRequest): boolean =>
    isOf(accountId(), queued)

/**
 * Keeps in memory what the device has no room for. A request without its file needs little room, so it is stored for
 * the case that the page closes; the file is then lost.
 */
function withRoom({ store, onFull }: QueueNeeds): QueueStore {
  const held = new Map<string, QueuedRequest>()
  return {
    async all() {
      const stored = (await store.all()).filter(({ id }) => !held.has(id))
      return [...stored, ...held.values()]
    },
    async put(queued) {
      try {
        await store.put(queued)
        held.delete(queued.id)
      } catch {
        const isKnown = held.has(queued.id)
        held.set(queued.id, queued)
        const { upload, ...rest } = queued
        if (upload) await store.put({ ...rest, isUploadLost: true }).catch(() => {})
        if (!isKnown) onFull()
      }
    },
    async replace(queued) {
      if (!held.has(queued.id)) return store.replace(queued)
      await this.put(queued)
      return true
    },
    async remove(id) {
      held.delete(id)
      await store.remove(id)
    },
  }
}

const inOrder = async (store: QueueStore): Promise<QueuedRequest[]> =>
  (await store.all()).sort((a, b) => a.order - b.order)

async function emptyLane(needs: QueueNeeds, { lane, show }: { lane: string; show: () => Promise<void> }) {
  for (let failures = 0; ; ) {
    const next = (await inOrder(needs.store)).filter(isSent(needs)).find((queued) => queued.lane === lane)
    if (!next) return
    const answer = await attemptWithUpload(needs, next)
    // The session has changed meanwhile: the request waits for its account, or was deleted.
    const isLeft = !isSent(needs)(next)
    if (answer === 'signed out') {
      await tidy(needs.store, ({ accountId }) => accountId === next.accountId && accountId !== undefined)
      await show()
      return isLeft ? undefined : needs.onSignedOut()
    }
    if (answer === 'gone') continue
    if ('retryAfter' in answer) await needs.pause(needs.waitMs(answer.retryAfter, failures++))
    else {
      failures = 0
      // A refusal is of use only to its person, who gets it after the next sign-in.
      if (isLeft && !answer.response.ok) continue
      const isKept = (await needs.store.all()).some(({ id }) => id === next.id)
      await needs.store.remove(next.id)
      // After a sign-out in the meantime, the answer must leave nothing on the device.
      if (isKept && !isLeft) needs.onAnswer(answer.queued, answer.response)
      // After the answer, or the page would show the state before the request for a moment.
      await show()
    }
  }
}

type Tried = { queued: QueuedRequest; response: Answered } | { retryAfter: unknown } | 'signed out' | 'gone'

/**
 * Uploads the file of a request, then sends the request. The result of the upload is stored, so it is not repeated. A
 * request whose session ended during the upload, or that was deleted, is not sent; it keeps its file for the next time.
 */
async function attemptWithUpload(needs: QueueNeeds, queued: QueuedRequest): Promise<Tried> {
  const { upload, ...rest } = queued
  if (!upload) return tried(queued, await attempt(needs, queued))
  const uploaded = await attempt(needs, { ...queued, id: `${queued.id}.upload`, request: upload.request })
  if (uploaded === 'signed out' || 'retryAfter' in uploaded) return uploaded
  if (!isSent(needs)(queued)) return 'gone'
  const ready = uploadedTo(rest, upload.member, uploaded)
  if (!(await needs.store.replace(ready))) return 'gone'
  return tried(ready, await attempt(needs, ready))
}

function uploadedTo(queued: QueuedRequest, member: string, uploaded: Answered): QueuedRequest {
  if (!uploaded.ok) return { ...queued, isUploadLost: true }
  const body = JSON.parse(textOf(queued.request.body)) as object
  const value = (uploaded.body as Record<string, unknown>)[member]
  return { ...queued, request: { ...queued.request, body: JSON.stringify({ ...body, [member]: value }) } }
}

function tried(queued: QueuedRequest, answer: Awaited<ReturnType<typeof attempt>>): Tried {
  if (answer === 'signed out' || 'retryAfter' in answer) return answer
  return { queued, response: answer.ok && queued.isUploadLost ? { ...answer, isUploadLost: true } : answer }
}

/** Sends a request once. Its result is a final response, an error to retry after, or `signed out`. */
async function attempt(
  { send }: QueueNeeds,
  { id, request, accountId: account }: QueuedRequest,
): Promise<Answered | { retryAfter: unknown } | 'signed out'> {
  try {
    return { ok: true, body: await send({ ...request, idempotencyKey: id, ...(account && { account }) }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return 'signed out'
    return isFinal(error) ? { ok: false, error } : { retryAfter: error }
  }
}

/** True if a retry cannot help. A lost connection, 408, 425, 429, a 5xx and a key in progress are worth a retry. */
const isFinal = ({ status, code }: ApiError): boolean =>
  status >= 400 && status < 500 && ![408, 425, 429].includes(status) && code !== 'idempotency_key_in_progress'

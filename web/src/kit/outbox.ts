import { ApiError } from './api-error.ts'
import type { Sent } from './sent.ts'

/** An act of a person, kept until it is answered. `id` is its Idempotency-Key, so a repeat does nothing twice. */
export type Kept = {
  id: string
  /** Position in the line; earlier acts go first. */
  order: number
  operationId: string
  /** Acts of one lane wait for each other, those of different lanes do not: the id of the job they are about. */
  lane: string
  request: Sent
}

/** Where acts are kept; in a browser IndexedDB (`outbox-store.ts`). */
export type OutboxStore = {
  all: () => Promise<Kept[]>
  put: (kept: Kept) => Promise<void>
  remove: (id: string) => Promise<void>
}

export type OutboxNeeds = {
  store: OutboxStore
  /** @throws ApiError */
  send: (request: Sent) => Promise<unknown>
  /** Comes back after so many milliseconds, or at once when the line is back. */
  pause: (waitMs: number) => Promise<void>
  waitMs: (error: unknown, failures: number) => number
  /** Every change of what waits. */
  onWaiting: (kept: Kept[]) => void
  /** An answer: what an act led to, or why it was refused for good. */
  onAnswer: (kept: Kept, answer: Answered) => void
}

export type Answered = { ok: true; body: unknown } | { ok: false; error: ApiError }

export type Outbox = {
  add: (act: Omit<Kept, 'order'>) => Promise<void>
  /** Sends what waits, lane by lane, in order; ends when nothing does, or nobody is signed in. */
  drain: () => Promise<void>
  /** Forgets what waits: another person may sign in on this phone. */
  clear: () => Promise<void>
}

export function createOutbox(needs: OutboxNeeds): Outbox {
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

const inOrder = async (store: OutboxStore): Promise<Kept[]> =>
  (await store.all()).sort((a, b) => a.order - b.order)

async function emptyLane(needs: OutboxNeeds, { lane, show }: { lane: string; show: () => Promise<void> }) {
  for (let failures = 0; ; ) {
    const next = (await inOrder(needs.store)).find((kept) => kept.lane === lane)
    if (!next) return
    const answer = await attempt(needs, next)
    if (answer === 'signed out') return
    if ('retryAfter' in answer) await needs.pause(needs.waitMs(answer.retryAfter, failures++))
    else {
      failures = 0
      await needs.store.remove(next.id)
      await show()
      needs.onAnswer(next, answer)
    }
  }
}

/** What an attempt led to: an answer, a reason to try again, or the need to sign in first. */
async function attempt(
  { send }: OutboxNeeds,
  { id, request }: Kept,
): Promise<Answered | { retryAfter: unknown } | 'signed out'> {
  try {
    return { ok: true, body: await send({ ...request, idempotencyKey: id }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return 'signed out'
    return isFinal(error) ? { ok: false, error } : { retryAfter: error }
  }
}

/** Refused for good. No answer, "later", "too many" and "still at it" are not. */
const isFinal = ({ status, code }: ApiError): boolean =>
  status >= 400 && status < 500 && ![408, 425, 429].includes(status) && code !== 'idempotency_key_in_progress'

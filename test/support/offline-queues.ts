import { ApiError } from '../../web/src/kit/api-error.ts'
import { type Answered, createOfflineQueue } from '../../web/src/kit/offline-queue.ts'
import type { QueuedRequest, QueueStore } from '../../web/src/kit/queued-request.ts'
import type { Sent } from '../../web/src/kit/sent.ts'

export type Answer = { status: number; code?: ApiError['code'] }

const refusal = ({ status, code = 'service_unavailable' }: Answer) =>
  new ApiError({ status, code, message: '', details: {}, retryAfterSeconds: null })

export function memoryStore(): QueueStore {
  const kept = new Map<string, QueuedRequest>()
  return {
    all: async () => [...kept.values()],
    put: async (act) => void kept.set(act.id, act),
    replace: async (act) => kept.has(act.id) && Boolean(kept.set(act.id, act)),
    remove: async (id) => void kept.delete(id),
  }
}

/** A queue with a scripted response for each act; all other calls are recorded. */
export function setUp(
  script: (request: Sent, attempt: number) => Answer | 'ok' | Promise<Answer | 'ok'>,
  store = memoryStore(),
) {
  const session: { accountId: string | null } = { accountId: null }
  const sent: string[] = []
  /** The account that each sent request names. */
  const accounts: (string | undefined)[] = []
  const answers: [string, Answered][] = []
  const pauses: number[] = []
  const waiting: number[] = []
  /** For each answer, how many requests the page showed as queued when it came. */
  const shownAtAnswer: (number | undefined)[] = []
  const endings: string[] = []
  const queue = createOfflineQueue({
    store,
    accountId: () => session.accountId,
    send: async (request) => {
      const key = request.idempotencyKey ?? ''
      sent.push(key)
      accounts.push(request.account)
      const answer = await script(request, sent.filter((one) => one === key).length)
      if (answer !== 'ok') throw refusal(answer)
      return { done: key }
    },
    pause: async (ms) => void pauses.push(ms),
    waitMs: (_error, failures) => 1_000 * 2 ** failures,
    onWaiting: (kept) => void waiting.push(kept.length),
    onAnswer: ({ id }, answer) => {
      answers.push([id, answer])
      shownAtAnswer.push(waiting.at(-1))
    },
    onFull: () => void endings.push('full'),
    onSignedOut: () => void endings.push('signed out'),
  })
  return { queue, store, sent, accounts, answers, pauses, waiting, shownAtAnswer, endings, session }
}

export const act = (id: string, lane = 'job') => ({
  id,
  lane,
  operationId: 'collectJob',
  request: { method: 'POST', url: `/app/v1/${id}` },
})

export const withPhoto = (id: string, lane = 'job') => ({
  ...act(id, lane),
  request: { method: 'POST', url: `/app/v1/${id}`, body: '{"tapped_at":"now"}' },
  upload: { request: { method: 'POST', url: '/app/v1/photos', body: 'picture' }, member: 'done' },
})

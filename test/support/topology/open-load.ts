import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertConforms } from '../conformance.ts'
import { type Answer, type Sent, sofa } from '../dray.ts'
import { newPhone } from '../no-secrets.ts'

/** Sends a request and reads the response; rejects when there is none. */
export type Send = (path: string, sent?: Sent) => Promise<Answer<unknown>>

/** What a call came to. `unknown`: no response, or one that was cut off. */
export type Outcome = 'good' | 'unavailable' | 'unknown'
type Source = 'Dray' | 'the balancer'

export type Call = {
  kind: 'create' | 'create with a photo' | 'read' | 'app'
  sentAtMs: number
  endedAtMs: number
  outcome: Outcome
  /** Who has sent a 502, 503 or 504. */
  refusedBy: Source | null
}

export type Create = {
  phone: string
  /** With it the create may be repeated. */
  idempotencyKey: string | null
  photos: string[]
  /** Of the 201. */
  jobId: string | null
}

export type OpenLoad = AsyncDisposable & {
  calls: Call[]
  creates: Create[]
  /** Responses that are in no document, with their text. */
  strange: string[]
  /** The good responses so far. */
  good: () => number
}

export type LoadOptions = {
  send: Send
  apiKey: string
  /** Of a person who is signed in. */
  session: string
  perSecond: number
  /** Every fifth create has this photo. */
  photo: string | null
}

/**
 * Sends calls at a fixed rate, also while earlier ones wait: of six, two creates, three reads of a job and a call of
 * the app. Each second create has an `Idempotency-Key`. It ends when all responses are there.
 */
export function startOpenLoad(options: LoadOptions): OpenLoad {
  const { perSecond } = options
  const waiting = new Set<Promise<void>>()
  const load = emptyLoad()
  let isRunning = true
  const running = (async () => {
    const startedAt = performance.now()
    for (let n = 0; isRunning; n++) {
      const call = callOnce(load, options, n)
      waiting.add(call)
      void call.finally(() => waiting.delete(call))
      await sleep(Math.max(0, startedAt + ((n + 1) * 1_000) / perSecond - performance.now()))
    }
  })()
  return Object.assign(load, {
    [Symbol.asyncDispose]: async () => {
      isRunning = false
      await running
      await Promise.all(waiting)
    },
  })
}

type Recorded = Omit<OpenLoad, typeof Symbol.asyncDispose>

function emptyLoad(): Recorded {
  const calls: Call[] = []
  return {
    calls,
    creates: [],
    strange: [],
    good: () => calls.filter(({ outcome }) => outcome === 'good').length,
  }
}

async function callOnce(load: Recorded, options: LoadOptions, n: number): Promise<void> {
  const known = load.creates.findLast(({ jobId }) => jobId !== null)
  const turn = n % 6
  if (turn === 0 || turn === 3 || !known) return sendCreate(load, options, newCreate(load, options))
  const { send, apiKey, session } = options
  if (turn === 5) {
    const headers = { authorization: `Bearer ${session}` }
    await record(load, 'app', { path: '/app/v1/me', good: 200 }, () => send('/app/v1/me', { headers }))
    return
  }
  const path = `/v1/jobs/${known.jobId}`
  await record(load, 'read', { path, good: 200 }, () => send(path, { headers: { 'x-api-key': apiKey } }))
}

function newCreate({ creates }: Recorded, { photo }: LoadOptions): Create {
  const n = creates.length
  return {
    phone: newPhone(),
    idempotencyKey: n % 2 ? `create-${crypto.randomUUID()}` : null,
    photos: photo && n % 5 === 1 ? [photo] : [],
    jobId: null,
  }
}

async function sendCreate(load: Recorded, options: LoadOptions, create: Create): Promise<void> {
  load.creates.push(create)
  const kind = create.photos.length > 0 ? 'create with a photo' : 'create'
  await record(load, kind, { path: '/v1/jobs', good: 201 }, () => sendOnce(options, create))
}

/** @returns the response; a 201 is noted in the create. */
export async function sendOnce({ send, apiKey }: LoadOptions, create: Create): Promise<Answer<unknown>> {
  const { phone, idempotencyKey, photos } = create
  const headers = {
    'x-api-key': apiKey,
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
  const answer = await send('/v1/jobs', { headers, body: { ...sofa, customer_phone: phone, photos } })
  if (answer.status === 201) create.jobId = (answer.body as { job_id: string }).job_id
  return answer
}

type Wanted = { path: string; good: number }

async function record(
  load: Recorded,
  kind: Call['kind'],
  { path, good }: Wanted,
  send: () => Promise<Answer<unknown>>,
): Promise<void> {
  const sentAtMs = performance.now()
  const answer = await send().catch(() => null)
  const call = { kind, sentAtMs, endedAtMs: performance.now(), refusedBy: null }
  if (answer === null) {
    load.calls.push({ ...call, outcome: 'unknown' })
    return
  }
  const source = answer.headers.has('x-request-id') ? 'Dray' : 'the balancer'
  try {
    if (source === 'Dray' && path.startsWith('/v1/'))
      assertConforms({ method: good === 201 ? 'POST' : 'GET', path, ...answer })
    if (answer.status === good) load.calls.push({ ...call, outcome: 'good' })
    else {
      assertUnavailable(answer)
      load.calls.push({ ...call, outcome: 'unavailable', refusedBy: source })
    }
  } catch (error) {
    load.strange.push(`${kind} by ${source}: ${answer.status} ${answer.text}: ${String(error)}`)
  }
}

/** Dray's shape of an error, which the balancer has too, and when to come again. */
function assertUnavailable({ status, headers, body }: Answer<unknown>): void {
  assert.ok([502, 503, 504].includes(status))
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  const { error, message } = body as { error?: string; message?: string }
  assert.equal(error, 'service_unavailable')
  assert.equal(typeof message, 'string')
  assert.match(headers.get('retry-after') ?? '', /^\d+$/)
}

import assert from 'node:assert/strict'
import { Value } from 'typebox/value'
import { LiveEvent, liveEvents } from '#contract/app/live.ts'
import { until } from './until.ts'

export type ReceivedEvent = { event: string; id: string | null; jobId: string | null }

/** An open stream of live events, parsed like in a browser. */
export type EventStream = AsyncDisposable & {
  status: number
  headers: Headers
  received: ReceivedEvent[]
  /** The value that a browser would send as `Last-Event-ID`. */
  lastId: () => string | null
  retryMs: () => number | null
  isEnded: () => boolean
  /** Waits for an event, of this job if `jobId` is given. Events that came before the call count. */
  hears: (event: string, jobId?: string | null) => Promise<void>
  has: (event: string, jobId?: string | null) => boolean
}

export async function openStream(
  { url }: { url: string },
  { headers }: { headers: Record<string, string> },
  lastEventId?: string | null,
): Promise<EventStream> {
  const hangUp = new AbortController()
  const response = await fetch(url + liveEvents.url, {
    headers: { ...headers, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: hangUp.signal,
  })
  const state: State = { received: [], lastId: null, retryMs: null, ended: false }
  const reading = read(response, state).finally(() => {
    state.ended = true
  })
  const has = (event: string, jobId?: string | null) =>
    state.received.some((each) => each.event === event && (jobId === undefined || each.jobId === jobId))
  return {
    status: response.status,
    headers: response.headers,
    received: state.received,
    lastId: () => state.lastId,
    retryMs: () => state.retryMs,
    isEnded: () => state.ended,
    has,
    hears: (event, jobId) => {
      assert.equal(response.status, 200)
      return until(`${event} of ${jobId ?? 'any job'} is told`, () => has(event, jobId))
    },
    async [Symbol.asyncDispose]() {
      hangUp.abort()
      await reading.catch(() => {})
    },
  }
}

type State = { received: ReceivedEvent[]; lastId: string | null; retryMs: number | null; ended: boolean }

async function read({ body }: Response, state: State): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) take(block, state)
    }
  } catch {
    // The connection was closed by either side: the stream has ended.
  }
}

function take(block: string, state: State): void {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const id = fields.get('id') ?? null
  if (id !== null) state.lastId = id
  if (fields.has('retry')) state.retryMs = Number(fields.get('retry'))
  const data = fields.get('data')
  if (data === undefined) return
  const parsed: unknown = JSON.parse(data)
  assert.ok(Value.Check(LiveEvent, parsed), data)
  state.received.push({ event: fields.get('event') ?? 'message', id, jobId: parsed.job_id })
}

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { every } from '../../lib/every.ts'
import { type JobChange, newestEvent, readEvents, readEventsAfter, readJobs } from './job-changes.ts'
import { type Listening, listen } from './listen.ts'
import { refresh, type Sink, type Stream, send, sendIfConcerned, sendLastOfEach } from './stream.ts'
import { readSubscribers } from './subscribers.ts'

export type LiveNeeds = {
  pool: pg.Pool
  connection: pg.ClientConfig
  onLiveError: (error: unknown) => void
}

export type LiveHub = {
  /**
   * Opens a stream, which first sends the changes after `lastEventId`; it ends immediately when the session has ended.
   *
   * @returns the function to call when the client has disconnected.
   */
  open: (caller: { sessionId: string; lastEventId: number | null; sink: Sink }) => Promise<() => void>
  /** Ends every stream and refuses new ones. */
  endAll: () => void
  stop: () => Promise<void>
}

/** Maximum streams per account. A further stream ends the oldest, whose client reconnects only after a minute. */
const maxStreams = 6

/** Events can commit in another order than their ids, so this many ids before the cursor are read again. */
const lookBack = 1_000
/** After more missed events than this, a client gets `reset` and reloads everything. */
const maxMissed = 10_000
const tickSeconds = 3
/** While notifications arrive, the table is read only every this many ticks. */
const quietTicks = 5

type State = {
  streams: Set<Stream>
  listening: Listening | null
  closed: boolean
  ticks: number
  /** Whether our own ping came back recently. Behind some poolers LISTEN succeeds but notifications are lost. */
  receivesPings: boolean
  missedPings: number
  ping: string
  cursor: number
  sent: Set<number>
  pending: { events: Set<number>; jobs: Set<string>; accounts: Set<string> }
  flushing: Promise<void> | null
}

/**
 * Sends job changes from every node to the open streams of this node. PostgreSQL notifies each node of ids; the node
 * reads the rows and sends them to the streams they concern. It also polls the table, so a lost notification is only
 * delayed.
 */
export function createLiveHub(needs: LiveNeeds): LiveHub {
  const state: State = {
    streams: new Set(),
    listening: null,
    closed: false,
    ticks: 0,
    receivesPings: false,
    missedPings: 0,
    ping: `ping:${randomUUID()}`,
    cursor: 0,
    sent: new Set(),
    pending: { events: new Set(), jobs: new Set(), accounts: new Set() },
    flushing: null,
  }
  const ticking = every(tickSeconds, () => tick(needs, state), needs.onLiveError)
  const beating = setInterval(() => {
    for (const { sink } of state.streams) sink.write(': still here\n\n')
  }, 20_000).unref()
  const endAll = () => {
    state.closed = true
    for (const { sink } of state.streams) sink.end()
  }
  return {
    open: (caller) => open(needs, state, caller),
    endAll,
    async stop() {
      endAll()
      clearInterval(beating)
      await Promise.all([ticking.stop(), state.listening?.stop()])
      await state.flushing
    },
  }
}

async function open(
  needs: LiveNeeds,
  state: State,
  { sessionId, lastEventId, sink }: Parameters<LiveHub['open']>[0],
): Promise<() => void> {
  const newest = await newestEvent(needs.pool)
  const subscriber = (await readSubscribers(needs.pool, [sessionId])).get(sessionId)
  if (!subscriber || state.closed) {
    sink.end()
    return () => {}
  }
  // No stream was open until now, so no earlier event has to be sent.
  if (state.streams.size === 0) await begin(needs, state, newest)
  const stream: Stream = { sessionId, sink, subscriber }
  makeRoom(state, subscriber.accountId)
  state.streams.add(stream)
  state.listening ??= startListening(needs, state)
  sink.write('retry: 2000\n\n')
  if (lastEventId !== null) await catchUp(needs, stream, { lastEventId, newest })
  // The id to resume from, needed even if no event follows before the connection breaks.
  sink.write(`id: ${newest}\n\n`)
  return () => void state.streams.delete(stream)
}

async function begin({ pool }: LiveNeeds, state: State, newest: number): Promise<void> {
  const recent = await readEventsAfter(pool, { after: newest - lookBack, limit: maxMissed })
  state.cursor = newest
  state.sent = new Set(recent.flatMap(({ id }) => (id !== null && id <= newest ? id : [])))
}

function makeRoom({ streams }: State, accountId: string): void {
  const own = [...streams].filter(({ subscriber }) => subscriber.accountId === accountId)
  for (const oldest of own.slice(0, Math.max(0, own.length + 1 - maxStreams))) {
    streams.delete(oldest)
    oldest.sink.write('retry: 60000\n\n')
    oldest.sink.end()
  }
}

/** Sends missed changes. Some are sent twice, because events can commit in another order than their ids. */
async function catchUp(
  { pool }: LiveNeeds,
  stream: Stream,
  { lastEventId, newest }: { lastEventId: number; newest: number },
): Promise<void> {
  // An id higher than the newest comes from before a restore and is useless.
  if (lastEventId > newest || newest - lastEventId > maxMissed) return send(stream, 'reset', { id: newest })
  const missed = await readEventsAfter(pool, { after: lastEventId - lookBack / 10, limit: maxMissed })
  sendLastOfEach(stream, missed)
  if (stream.subscriber.carrier) for (const event of ['carrier', 'feed'] as const) send(stream, event)
}

function startListening(needs: LiveNeeds, state: State): Listening {
  return listen(needs.connection, {
    onMessage: (payload) => onNotification(needs, state, payload),
    onConnected: () => {
      state.ticks = 0
      void sendPing(needs, state)
      void readOn(needs, state).catch(needs.onLiveError)
    },
    onError: needs.onLiveError,
  })
}

function onNotification(needs: LiveNeeds, state: State, payload: string): void {
  if (payload === state.ping) {
    state.receivesPings = true
    state.missedPings = 0
    return
  }
  const [what, id = '', accountId] = payload.split(':', 3)
  if (what === 'deleted') return sendTo(state, 'job', { jobId: id, accountId })
  if (what === 'position') return sendTo(state, 'position', { jobId: id, accountId })
  const { events, jobs, accounts } = state.pending
  if (what === 'event') events.add(Number(id))
  else if (what === 'job') jobs.add(id)
  else if (what === 'account') accounts.add(id)
  else return
  // Notifications that arrive while a batch is read share the next batch.
  state.flushing ??= flush(needs, state)
    .catch(needs.onLiveError)
    .finally(() => {
      state.flushing = null
    })
}

/** The notification names the account: the row of a deleted job is gone, and a position concerns the customer only. */
function sendTo(
  { streams }: State,
  event: 'job' | 'position',
  { jobId, accountId }: { jobId: string; accountId: string | undefined },
): void {
  for (const stream of streams) if (stream.subscriber.accountId === accountId) send(stream, event, { jobId })
}

async function flush({ pool }: LiveNeeds, state: State): Promise<void> {
  for (;;) {
    const { events, jobs, accounts } = state.pending
    if (events.size + jobs.size + accounts.size === 0) return
    state.pending = { events: new Set(), jobs: new Set(), accounts: new Set() }
    if (state.streams.size === 0) continue
    if (events.size > 0) sendAll(state, await readEvents(pool, [...events]))
    if (jobs.size > 0) sendAll(state, await readJobs(pool, [...jobs]))
    if (accounts.size > 0)
      await refreshAll(
        pool,
        [...state.streams].filter(({ subscriber }) => accounts.has(subscriber.accountId)),
      )
  }
}

function sendAll(state: State, changes: JobChange[]): void {
  for (const change of changes) {
    if (change.id !== null) {
      if (state.sent.has(change.id)) continue
      state.sent.add(change.id)
      state.cursor = Math.max(state.cursor, change.id)
    }
    for (const stream of state.streams) sendIfConcerned(stream, change)
  }
  for (const id of state.sent) if (id <= state.cursor - lookBack) state.sent.delete(id)
}

async function refreshAll(pool: pg.Pool, streams: Stream[]): Promise<void> {
  const subscribers = await readSubscribers(
    pool,
    streams.map(({ sessionId }) => sessionId),
  )
  for (const stream of streams) refresh(stream, subscribers.get(stream.sessionId))
}

/** Polls for changes, in case notifications do not arrive. */
async function tick(needs: LiveNeeds, state: State): Promise<void> {
  if (state.streams.size === 0) return
  const isQuiet = state.ticks++ % quietTicks !== 0
  if (isQuiet && state.receivesPings) return
  await readOn(needs, state)
  if (isQuiet) return
  // The last ping did not come back: poll on every tick, and open a new connection.
  if (++state.missedPings > 1) {
    state.receivesPings = false
    state.listening?.renew()
  }
  await sendPing(needs, state)
}

async function sendPing({ pool, onLiveError }: LiveNeeds, { ping: word }: State): Promise<void> {
  await pool.query(`select pg_notify('dray_live', $1)`, [word]).catch(onLiveError)
}

async function readOn({ pool }: LiveNeeds, state: State): Promise<void> {
  const changes = await readEventsAfter(pool, { after: state.cursor - lookBack, limit: maxMissed })
  const isWhole = changes.length < maxMissed
  sendAll(state, changes)
  if (!isWhole) {
    state.cursor = await newestEvent(pool)
    for (const stream of state.streams) send(stream, 'reset', { id: state.cursor })
  }
  await refreshAll(pool, [...state.streams])
}

import { connect } from 'node:net'
import type pg from 'pg'

export type SlowStatement = { statement: string; ms: number }

type Watching = {
  /** Cancels a statement that runs for longer; 0: none. */
  limitMs: number
  slowMs?: number
  /** Called at the end of a statement that took longer than `slowMs`. */
  onSlow?: ((slow: SlowStatement) => void) | undefined
}

/** What the types of `pg` leave out. */
type BusyClient = pg.PoolClient & {
  _getActiveQuery: () => Query | null
  host: string
  port: number
  processID: number
  secretKey: number
}
type Query = { name?: unknown; text?: unknown }
type Seen = { query: Query | null; sinceMs: number; isCancelled: boolean }

const sweepMs = 250

/**
 * Looks every 250 ms at what the connections of the pool run, which costs a statement no time. Cancels late statements,
 * as `statement_timeout` would: that setting belongs to a session, and a pooler refuses it, or lends it to other
 * clients. It forwards a cancellation. Reports slow statements by name: a text of SQL may hold values. Copies have
 * neither name nor text, and their reader decides how long they take.
 */
export function watchStatements(pool: pg.Pool, { limitMs, slowMs = 1_000, onSlow }: Watching): void {
  const busy = new Map<BusyClient, Seen>()
  let sweeping: NodeJS.Timeout | undefined
  const noteEnd = ({ query, sinceMs }: Seen) => {
    const ms = Math.round(performance.now() - sinceMs)
    if (onSlow && ms > slowMs && typeof query?.text === 'string') onSlow({ statement: nameOf(query), ms })
  }
  const sweep = () => {
    if (busy.size === 0) return stop()
    const nowMs = performance.now()
    for (const [client, seen] of busy) {
      const query = client._getActiveQuery()
      if (query !== seen.query) {
        noteEnd(seen)
        busy.set(client, { query, sinceMs: nowMs, isCancelled: false })
      } else if (query && limitMs > 0 && !seen.isCancelled && nowMs - seen.sinceMs >= limitMs - sweepMs) {
        seen.isCancelled = true
        cancel(client)
      }
    }
  }
  const stop = () => {
    clearInterval(sweeping)
    sweeping = undefined
  }
  pool.on('acquire', (client) => {
    busy.set(client as BusyClient, { query: null, sinceMs: 0, isCancelled: false })
    sweeping ??= setInterval(sweep, sweepMs).unref()
  })
  pool.on('release', (_error, released) => {
    const client = released as BusyClient
    const seen = busy.get(client)
    busy.delete(client)
    if (seen) noteEnd(seen)
  })
}

/** The name of a prepared statement; else what the statement does with its first table, such as `update job`. */
const nameOf = ({ name, text }: Query): string =>
  typeof name === 'string' && name !== '' ? name : kindOf(String(text))

/** Reads only words of SQL and names of tables, never a literal. */
function kindOf(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'unknown'
  const table = /\b(?:from|into|update)\s+"?([a-z_][a-z0-9_]*)"?/i.exec(sql)?.[1]
  return table ? `${verb} ${table.toLowerCase()}` : verb
}

/**
 * CancelRequest of the protocol, on a separate connection, which PostgreSQL closes without a response. It has no secret
 * but the key of the connection to cancel, so it is sent without TLS, as libpq did until version 16.
 */
function cancel({ host, port, processID, secretKey }: BusyClient): void {
  const request = Buffer.alloc(16)
  request.writeInt32BE(request.length, 0)
  request.writeInt32BE(80_877_102, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.on('error', () => {})
  // PgBouncer 1.18 ends with a fatal error when its client disconnects before the server has taken the cancellation.
  socket.setTimeout(15_000, () => socket.destroy())
  socket.write(request)
  socket.unref()
  socket.resume()
}

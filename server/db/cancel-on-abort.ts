import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** `slow` has one connection; the cancellation is sent by `kysely`. */
type Sides = { slow: Kysely<Tables>; kysely: Kysely<Tables> }

/** Cancels the statement that runs on `slow` when the signal aborts, so that a stop does not wait for minutes. */
export async function cancelOnAbort({ slow, kysely }: Sides, signal: AbortSignal): Promise<Disposable> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(slow)
  const cancel = () => {
    void sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(kysely).catch(() => {})
  }
  signal.addEventListener('abort', cancel)
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', cancel) }
}

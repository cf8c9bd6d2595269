import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** `slow` is one connection; the cancellation is sent by `kysely`. */
type Sides = { slow: Kysely<Tables>; kysely: Kysely<Tables> }

const repeatMs = 250

/**
 * Cancels the statement that runs on `slow` when the signal aborts, to avoid a shutdown that takes minutes. Retries
 * until the end of the block, because a cancellation between two statements has no effect.
 */
export async function cancelOnAbort({ slow, kysely }: Sides, signal: AbortSignal): Promise<Disposable> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(slow)
  let repeating: NodeJS.Timeout | undefined
  const cancel = () => {
    void sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(kysely).catch(() => {})
  }
  const begin = () => {
    cancel()
    repeating = setInterval(cancel, repeatMs)
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin)
  return {
    [Symbol.dispose]() {
      signal.removeEventListener('abort', begin)
      clearInterval(repeating)
    },
  }
}

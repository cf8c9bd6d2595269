import type { Pool } from 'pg'
import { readPostcodeVersion } from './store.ts'

/** Names the postcodes that are in the database; another value means that remembered addresses are out of date. */
export type DataVersion = {
  /** The value when it was read in the last seconds; undefined when it has to be read again. */
  peek: () => string | undefined
  read: () => Promise<string>
}

/**
 * Reads which postcodes were imported, at most every `maxAgeMs`, so that a node notices an import by a command or by
 * another node without a signal between them. A database that does not answer changes nothing.
 */
export function createPostcodeVersion(
  { pool, now = Date.now }: { pool: Pool; now?: () => number },
  { maxAgeMs }: { maxAgeMs: number },
): DataVersion {
  let held: { version: string; readAtMs: number } | null = null
  let reading: Promise<string> | null = null

  const peek = (): string | undefined => {
    if (held === null) return undefined
    const ageMs = now() - held.readAtMs
    return ageMs >= 0 && ageMs < maxAgeMs ? held.version : undefined
  }
  const load = async (): Promise<string> => {
    // The age counts from before the query: what is committed while it runs must not wait longer for it.
    const readAtMs = now()
    const version = await readPostcodeVersion(pool).catch(() => held?.version ?? '')
    held = { version, readAtMs }
    return version
  }
  return {
    peek,
    async read() {
      const fresh = peek()
      if (fresh !== undefined) return fresh
      reading ??= load().finally(() => (reading = null))
      return await reading
    },
  }
}

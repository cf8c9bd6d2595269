import type { Pool } from 'pg'
import { readPostcodeVersion } from './store.ts'

/** Version of the postcodes in the database. When it changes, cached addresses are out of date. */
export type DataVersion = {
  /** The cached version, or undefined when it is too old and has to be read again. */
  peek: () => string | undefined
  read: () => Promise<string>
}

/**
 * Reads the version of the imported postcodes at most once per `maxAgeMs`, so a node notices an import made by a
 * command or by another node without messages between them. If the query fails, the last known version is kept.
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
    // Measure the age from before the query, so an import committed while it runs is not noticed later than `maxAgeMs`.
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

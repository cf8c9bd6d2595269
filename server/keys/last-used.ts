import type pg from 'pg'
import { markUsed } from './store.ts'

export type LastUsed = { note: (valueHash: string) => void; flush: () => Promise<void> }

/**
 * Collects in memory when each value of a key was last used, by its hash in base64. `flush` writes all of them in one
 * statement, because one write per request would cost more than the request.
 */
export function createLastUsed(pool: pg.Pool): LastUsed {
  let uses = new Map<string, number>()
  return {
    note: (valueHash) => uses.set(valueHash, Date.now()),
    async flush() {
      if (uses.size === 0) return
      const batch = uses
      uses = new Map()
      const hashes = [...batch.keys()].map((hash) => Buffer.from(hash, 'base64'))
      await markUsed(pool, { hashes, at: [...batch.values()].map((ms) => new Date(ms)) })
    },
  }
}

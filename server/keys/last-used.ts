import type pg from 'pg'
import { markUsed } from './store.ts'

export type LastUsed = { note: (keyId: string) => void; flush: () => Promise<void> }

/**
 * Collects the last use of each key in memory. `flush` writes all of them in one statement, because one write per
 * request would cost more than the request.
 */
export function createLastUsed(pool: pg.Pool): LastUsed {
  let uses = new Map<string, number>()
  return {
    note: (keyId) => uses.set(keyId, Date.now()),
    async flush() {
      if (uses.size === 0) return
      const batch = uses
      uses = new Map()
      await markUsed(pool, { keyIds: [...batch.keys()], at: [...batch.values()].map((ms) => new Date(ms)) })
    },
  }
}

import { LRUCache } from 'lru-cache'
import type { Suggest } from './geocoder.ts'

/** So many suggestions are asked for at once; further ones are left out, because people type on meanwhile. */
const maxAsked = 20

/**
 * Caches suggestions for an hour, in memory only: half-written addresses are not stored. Concurrent requests for one
 * text share one call. An error is reported as "cannot say".
 */
export function rememberSuggestions(suggest: Suggest): Suggest {
  const known = new LRUCache<string, string[]>({ max: 2_000, ttl: 3_600_000, ttlResolution: 1_000 })
  const pending = new Map<string, Promise<string[] | null>>()
  const ask = async (key: string, typed: string) => {
    const texts = await suggest(typed).catch(() => null)
    if (texts !== null) known.set(key, texts)
    return texts
  }
  return async (typed) => {
    const key = typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
    const old = known.get(key)
    if (old !== undefined) return old
    const asked = pending.get(key)
    if (asked !== undefined) return asked
    if (pending.size >= maxAsked) return null
    const asking = ask(key, typed).finally(() => pending.delete(key))
    pending.set(key, asking)
    return asking
  }
}

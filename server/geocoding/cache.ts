import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../db/tables.ts'
import { withinDeadline } from '../lib/deadline.ts'
import type { Geocoded, Geocoder, RememberingGeocoder } from './geocoder.ts'
import type { DataVersion } from './postcode-version.ts'
import { findCached, storeCached } from './store.ts'
import { rememberSuggestions } from './suggestions.ts'

export type CacheOptions = {
  /** Shares cached answers between nodes; for remote geocoders. Absent or null: memory only. */
  kysely?: Kysely<Tables> | null
  /** Lifetime of a located address, in memory and in the table. */
  ttlSeconds?: number
  /** Lifetime of `not_found`, `ambiguous` and `conflict`: shorter, because the data of geocoders grows. */
  refusalTtlSeconds?: number
  maxEntries?: number
  /** When its value changes, the in-memory cache is cleared. */
  version?: DataVersion
}

type Needs = { geocoder: Geocoder; kysely: Kysely<Tables> | null; ttl: number; refusalTtl: number }

/**
 * Caches the answers of `geocoder`, so an estimate and the create request after it get the same location without a
 * second request. Concurrent look-ups of one address share one request. `unavailable` is never cached.
 */
export function cached(geocoder: Geocoder, options: CacheOptions = {}): RememberingGeocoder {
  const { version } = options
  const ttl = options.ttlSeconds ?? 86_400
  const needs: Needs = {
    geocoder,
    kysely: options.kysely ?? null,
    ttl,
    refusalTtl: options.refusalTtlSeconds ?? 600,
  }
  const known = new LRUCache<string, Geocoded>({
    max: options.maxEntries ?? 20_000,
    ttlResolution: 1_000,
    ttl: ttl * 1_000,
  })
  const pending = new Map<string, Promise<Geocoded>>()
  let knownVersion: string | undefined

  /** @returns whether the cached entries may be used; false when the version has to be read first. */
  function isCurrent(version: string | undefined): boolean {
    if (version === undefined) return false
    if (version === knownVersion) return true
    knownVersion = version
    known.clear()
    pending.clear()
    return true
  }

  async function look(address: string): Promise<Geocoded> {
    const askedVersion = knownVersion
    const { outcome, ttlSeconds } = await find(needs, sameText(address))
    // If the data changed during the look-up, the answer may come from the old data: do not cache it.
    if (ttlSeconds > 0 && askedVersion === knownVersion)
      known.set(address, outcome, { ttl: ttlSeconds * 1_000 })
    return outcome
  }

  return {
    name: geocoder.name,
    dataVersion: geocoder.dataVersion,
    ...(geocoder.suggest && { suggest: rememberSuggestions(geocoder.suggest) }),
    peek: (address) => (!version || isCurrent(version.peek()) ? known.get(address) : undefined),
    async geocode(address, signal) {
      if (version) isCurrent(version.peek() ?? (await version.read()))
      const old = known.get(address)
      if (old !== undefined) return old
      const key = sameText(address)
      let looking = pending.get(key)
      if (looking === undefined) {
        const started = look(address).finally(() => pending.get(key) === started && pending.delete(key))
        looking = started
        pending.set(key, started)
      }
      return await unlessAborted(looking, signal)
    },
  }
}

/** Texts that differ only in case, spaces or Unicode form are one address. Line breaks separate parts, like commas. */
function sameText(address: string): string {
  return address
    .normalize('NFC')
    .replace(/\s*[\r\n]\s*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
    .toLowerCase()
}

type FoundOutcome = { outcome: Geocoded; ttlSeconds: number }

async function find(needs: Needs, text: string): Promise<FoundOutcome> {
  const { geocoder, kysely } = needs
  if (kysely === null) return await ask(needs, text)
  const key = createHash('sha256')
    .update(JSON.stringify([text, geocoder.name, geocoder.dataVersion]))
    .digest()
  const shared = await inTime(findCached(kysely, key))
  if (shared) return { outcome: shared.outcome, ttlSeconds: shared.ttlSeconds }
  const fresh = await ask(needs, text)
  if (fresh.ttlSeconds > 0) await inTime(storeCached(kysely, key, fresh.outcome, fresh.ttlSeconds))
  return fresh
}

/** The shared cache is optional: a database that fails or hangs must not hold up the answer. @returns null then. */
const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  withinDeadline(work, maxCacheMs, () => new Error('the cache took too long')).catch(() => null)

const maxCacheMs = 1_000

async function ask({ geocoder, ttl, refusalTtl }: Needs, text: string): Promise<FoundOutcome> {
  const outcome = await geocoder.geocode(text)
  if (outcome.outcome === 'unavailable') return { outcome, ttlSeconds: 0 }
  return { outcome, ttlSeconds: outcome.outcome === 'located' ? ttl : refusalTtl }
}

/** Rejects when `signal` aborts, without cancelling `work`: other callers may be waiting for the same look-up. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../db/tables.ts'
import type { Geocoded, Geocoder, RememberingGeocoder } from './geocoder.ts'
import type { DataVersion } from './postcode-version.ts'
import { findCached, storeCached } from './store.ts'

export type CacheOptions = {
  /** Shares answers between nodes: for engines that go out. Absent or null, memory only. */
  kysely?: Kysely<Tables> | null
  /** How long a located address is kept, here and in the table. */
  ttlSeconds?: number
  /** The same for `not_found`, `ambiguous` and `conflict`: engines' data grows. */
  refusalTtlSeconds?: number
  maxEntries?: number
  /** When its value changes, everything remembered here is forgotten. */
  version?: DataVersion
}

type Needs = { geocoder: Geocoder; kysely: Kysely<Tables> | null; ttl: number; refusalTtl: number }

/**
 * Remembers what `geocoder` said, so that an estimate and the create after it agree and the second costs nothing.
 * Look-ups of the same text under way at once are one. `unavailable` is never kept.
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
  const underWay = new Map<string, Promise<Geocoded>>()
  let knownVersion: string | undefined

  /** @returns whether what is remembered may be used; false when the version has to be read first. */
  function isCurrent(version: string | undefined): boolean {
    if (version === undefined) return false
    if (version === knownVersion) return true
    knownVersion = version
    known.clear()
    underWay.clear()
    return true
  }

  async function look(address: string): Promise<Geocoded> {
    const askedVersion = knownVersion
    const { outcome, ttlSeconds } = await find(needs, sameText(address))
    // Data that changed meanwhile: the answer may be of the old, and is not kept.
    if (ttlSeconds > 0 && askedVersion === knownVersion)
      known.set(address, outcome, { ttl: ttlSeconds * 1_000 })
    return outcome
  }

  return {
    name: geocoder.name,
    dataVersion: geocoder.dataVersion,
    peek: (address) => (!version || isCurrent(version.peek()) ? known.get(address) : undefined),
    async geocode(address, signal) {
      if (version) isCurrent(version.peek() ?? (await version.read()))
      const old = known.get(address)
      if (old !== undefined) return old
      const key = sameText(address)
      let looking = underWay.get(key)
      if (looking === undefined) {
        const started = look(address).finally(() => underWay.get(key) === started && underWay.delete(key))
        looking = started
        underWay.set(key, started)
      }
      return await unlessAborted(looking, signal)
    },
  }
}

/** Texts that differ only in case, spaces or the spelling of an accent are one address; line breaks are as commas. */
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
  // The table only saves work: without it the engine is asked.
  const shared = await findCached(kysely, key).catch(() => null)
  if (shared !== null) return { outcome: shared.outcome, ttlSeconds: shared.ttlSeconds }
  const fresh = await ask(needs, text)
  if (fresh.ttlSeconds > 0) await storeCached(kysely, key, fresh.outcome, fresh.ttlSeconds).catch(() => {})
  return fresh
}

async function ask({ geocoder, ttl, refusalTtl }: Needs, text: string): Promise<FoundOutcome> {
  const outcome = await geocoder.geocode(text)
  if (outcome.outcome === 'unavailable') return { outcome, ttlSeconds: 0 }
  return { outcome, ttlSeconds: outcome.outcome === 'located' ? ttl : refusalTtl }
}

/** One caller giving up must not end the look-up for the others. */
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

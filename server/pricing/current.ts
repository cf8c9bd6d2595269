import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { batchCalls } from '../lib/batch-calls.ts'
import { type TariffInForce, tariffsFor } from './store.ts'

type Held = { readAtMs: number; staleAtMs: number; inForce: TariffInForce; isRenewing: boolean }

export type Tariffs = {
  /** Returns the tariff in force: from the cache if it was read in the last `maxAgeMs`, else after one query. */
  forPartner: (partnerId: string | null) => TariffInForce | Promise<TariffInForce>
}

/**
 * Caches the tariffs in force, so that an estimate needs no query. A change takes effect within `maxAgeMs` on every
 * node without any signal between nodes, and a planned start takes effect at its instant. There is one entry per
 * partner. An entry that is used at half its age is read again in the background, together with others of that moment, so that
 * an estimate seldom waits.
 */
export function createTariffs(
  { kysely, now = Date.now }: { kysely: Kysely<Tables>; now?: () => number },
  { maxAgeMs }: { maxAgeMs: number },
): Tariffs {
  const held = new Map<string | null, Held>()

  const read = batchCalls({
    async work(partnerIds: readonly (string | null)[]) {
      // The age counts from before the query, so that a change committed during the query is not delayed.
      const readAtMs = now()
      const distinct = [...new Set(partnerIds)]
      const found = await tariffsFor({ kysely }, distinct, new Date(readAtMs))
      const results = new Map(distinct.map((partnerId, index) => [partnerId, found[index]]))
      for (const [partnerId, inForce] of results) {
        if (!inForce || inForce instanceof Error) continue
        const staleAtMs = Math.min(readAtMs + maxAgeMs, inForce.nextStartsAt?.getTime() ?? Infinity)
        held.set(partnerId, { readAtMs, staleAtMs, inForce, isRenewing: false })
      }
      return partnerIds.map((partnerId) => results.get(partnerId) as TariffInForce | Error)
    },
    mostRunning: 1,
    largest: 500,
  })

  function renew(partnerId: string | null, entry: Held): void {
    entry.isRenewing = true
    // Ignore a failure: the next call with a stale entry gets the error.
    read(partnerId).catch(() => (entry.isRenewing = false))
  }

  return {
    forPartner(partnerId) {
      const entry = held.get(partnerId)
      const nowMs = now()
      if (!entry || !isFresh(entry, nowMs)) return read(partnerId)
      if (!entry.isRenewing && nowMs - entry.readAtMs >= maxAgeMs / 2) renew(partnerId, entry)
      return entry.inForce
    },
  }
}

/** The lower bound expires entries after the clock was set back. */
const isFresh = ({ readAtMs, staleAtMs }: Held, nowMs: number): boolean =>
  nowMs >= readAtMs && nowMs < staleAtMs

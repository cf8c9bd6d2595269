import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type TariffInForce, tariffFor } from './store.ts'

type Held = { readAtMs: number; staleAtMs: number; inForce: TariffInForce }

export type Tariffs = {
  /** Returns the tariff in force: from the cache if it was read in the last `maxAgeMs`, else after one query. */
  forPartner: (partnerId: string | null) => TariffInForce | Promise<TariffInForce>
}

/**
 * Caches the tariffs in force, so that an estimate needs no query. A change takes effect within `maxAgeMs` on every
 * node without any signal between nodes, and a planned start takes effect at its instant. There is one entry per
 * partner.
 */
export function createTariffs(
  { kysely, now = Date.now }: { kysely: Kysely<Tables>; now?: () => number },
  { maxAgeMs }: { maxAgeMs: number },
): Tariffs {
  const held = new Map<string | null, Held>()
  const loading = new Map<string | null, Promise<TariffInForce>>()

  async function load(partnerId: string | null): Promise<TariffInForce> {
    // The age counts from before the query, so that a change committed during the query is not delayed.
    const readAtMs = now()
    const inForce = await tariffFor({ kysely }, partnerId, new Date(readAtMs))
    const staleAtMs = Math.min(readAtMs + maxAgeMs, inForce.nextStartsAt?.getTime() ?? Infinity)
    held.set(partnerId, { readAtMs, staleAtMs, inForce })
    return inForce
  }

  function loadOnce(partnerId: string | null): Promise<TariffInForce> {
    const running = loading.get(partnerId)
    if (running) return running
    const started = load(partnerId).finally(() => loading.delete(partnerId))
    loading.set(partnerId, started)
    return started
  }

  return {
    forPartner(partnerId) {
      const entry = held.get(partnerId)
      return entry && isFresh(entry, now()) ? entry.inForce : loadOnce(partnerId)
    },
  }
}

/** The lower bound expires entries after the clock was set back. */
const isFresh = ({ readAtMs, staleAtMs }: Held, nowMs: number): boolean =>
  nowMs >= readAtMs && nowMs < staleAtMs

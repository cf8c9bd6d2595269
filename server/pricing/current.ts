import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type TariffInForce, tariffFor } from './store.ts'

type Held = { readAtMs: number; staleAtMs: number; inForce: TariffInForce }

export type Tariffs = {
  /** The tariff in force, at once when it was read in the last `maxAgeMs`, else after one query. */
  forPartner: (partnerId: string | null) => TariffInForce | Promise<TariffInForce>
}

/**
 * Holds the tariffs in force, so that an estimate costs no query. A change shows after `maxAgeMs` on every node
 * without any signal between them, and a planned start takes effect at its instant. One entry per partner served.
 */
export function createTariffs(
  { kysely, now = Date.now }: { kysely: Kysely<Tables>; now?: () => number },
  { maxAgeMs }: { maxAgeMs: number },
): Tariffs {
  const held = new Map<string | null, Held>()
  const loading = new Map<string | null, Promise<TariffInForce>>()

  async function load(partnerId: string | null): Promise<TariffInForce> {
    // The age counts from before the query: what is committed while it runs must not wait longer for it.
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

/** A clock set back must not keep an entry alive, hence the lower bound. */
const isFresh = ({ readAtMs, staleAtMs }: Held, nowMs: number): boolean =>
  nowMs >= readAtMs && nowMs < staleAtMs

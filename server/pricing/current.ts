import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { batchCalls } from '../lib/batch-calls.ts'
import { type TariffInForce, tariffsFor } from './store.ts'

type Held = { readAtMs: number; staleAtMs: number; inForce: TariffInForce; isRenewing: boolean }

export type Tariffs = {
  /** Returns the tariff in force: from the cache if it was read in the last `maxAgeMs`, else from the database. */
  forPartner: (partnerId: string | null) => TariffInForce | Promise<TariffInForce>
}

/**
 * Caches the tariffs in force, so an estimate needs no query. A change takes effect within `maxAgeMs` on every node
 * without a signal between nodes, and a planned start takes effect at its instant. There is one entry per partner. An
 * entry used at half its age is renewed in the background, in one statement with others that are due soon, so an
 * estimate seldom waits.
 */
export function createTariffs(
  { kysely, now = Date.now }: { kysely: Kysely<Tables>; now?: () => number },
  { maxAgeMs }: { maxAgeMs: number },
): Tariffs {
  const held = new Map<string | null, Held>()

  const isYoung = (entry: Held | undefined): boolean =>
    entry !== undefined && isFresh(entry, now()) && now() - entry.readAtMs < maxAgeMs / 2

  const read = batchCalls({ work: readDue, maxRunning: 2, maxBatchSize: 500, maxWaitMs: 1_000 })
  const renewal = batchCalls({ work: readDue, maxRunning: 1, maxBatchSize: 500, gatherMs: maxAgeMs / 20 })

  async function readDue(partnerIds: readonly (string | null)[]): Promise<(TariffInForce | Error)[]> {
    // An earlier batch may have read some of them.
    const due = [...new Set(partnerIds)].filter((partnerId) => !isYoung(held.get(partnerId)))
    const failed = due.length > 0 ? await readInto(due) : new Map<string | null, Error>()
    return partnerIds.map((partnerId) => failed.get(partnerId) ?? (held.get(partnerId) as Held).inForce)
  }

  /** @returns the partners whose tariff could not be read. */
  async function readInto(partnerIds: (string | null)[]): Promise<Map<string | null, Error>> {
    const failed = new Map<string | null, Error>()
    // The age counts from before the query, to avoid delaying a change committed during the query.
    const readAtMs = now()
    const found = await tariffsFor({ kysely }, partnerIds, new Date(readAtMs))
    partnerIds.forEach((partnerId, index) => {
      const inForce = found[index] as TariffInForce | Error
      if (inForce instanceof Error) failed.set(partnerId, inForce)
      else hold(partnerId, { readAtMs, inForce })
    })
    return failed
  }

  /** Keeps the entry that was read later: two statements may run concurrently. */
  function hold(partnerId: string | null, { readAtMs, inForce }: Pick<Held, 'readAtMs' | 'inForce'>): void {
    const known = held.get(partnerId)
    if (known && known.readAtMs > readAtMs && isFresh(known, now())) return
    const staleAtMs = Math.min(readAtMs + maxAgeMs, inForce.nextStartsAt?.getTime() ?? Infinity)
    held.set(partnerId, { readAtMs, staleAtMs, inForce, isRenewing: false })
  }

  function renew(partnerId: string | null, entry: Held): void {
    entry.isRenewing = true
    // Ignore the error: the next call with a stale entry gets it.
    renewal(partnerId).catch(() => (entry.isRenewing = false))
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

/** The lower bound expires entries after the clock was set back by more than their age. */
const isFresh = ({ readAtMs, staleAtMs }: Held, nowMs: number): boolean =>
  nowMs >= readAtMs && nowMs < staleAtMs

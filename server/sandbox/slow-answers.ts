import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../lib/problem.ts'
import { createQuota, takeShares } from '../lib/quota.ts'

type Caller = {
  keyId: string
  /** Aborts when the client disconnects. */
  hangUp: AbortSignal
}

export type Wait = (seconds: number, caller: Caller) => Promise<void>

/** A waiting request holds its connection and the memory of its body, which live keys need too. */
const maxWaits = { perKey: 20, total: 60 }

/**
 * Creates the wait for slow responses of test keys, with one limit for the whole process.
 *
 * @throws (the wait) Problem `service_unavailable` (503) over the limit, during a shutdown, or when the client
 *   disconnects.
 */
export function createWait({ stopSignal }: { stopSignal: AbortSignal }): Wait {
  const ofKey = createQuota(maxWaits.perKey)
  const ofAll = createQuota(maxWaits.total)
  return async (seconds, { keyId, hangUp }) => {
    const taken = takeShares([
      { quota: ofKey, key: keyId, amount: 1, refusal: tooMany },
      { quota: ofAll, key: 'all', amount: 1, refusal: tooMany },
    ])
    if ('refusal' in taken) throw taken.refusal
    const signal = AbortSignal.any([stopSignal, hangUp])
    try {
      await sleep(seconds * 1_000, undefined, { signal })
    } catch {
      throw stopped
    } finally {
      taken.release()
    }
  }
}

const tooMany = new Problem('service_unavailable', (t) => t.requests.busy, { retryAfterSeconds: 2 })

const stopped = new Problem('service_unavailable', (t) => t.partners.restarting, { retryAfterSeconds: 2 })

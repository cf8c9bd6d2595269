/** Waits for a free slot for `key`. The returned function releases it. Rejects with the signal's reason on abort. */
export type KeyedSemaphore = { enter(key: string, signal?: AbortSignal): Promise<() => void> }

type Waiter = { key: string; start: () => void }

/**
 * A keyed semaphore with at most `total` slots in use and `perKey` for each key, first come first served. Waiters whose
 * key is full are skipped, so a slow host does not block the others.
 */
export function createKeyedSemaphore({ total, perKey }: { total: number; perKey: number }): KeyedSemaphore {
  const inUse = new Map<string, number>()
  const waiters = new Set<Waiter>()
  let busy = 0

  const isFree = (key: string) => busy < total && (inUse.get(key) ?? 0) < perKey

  function occupy(key: string): () => void {
    busy += 1
    inUse.set(key, (inUse.get(key) ?? 0) + 1)
    return () => {
      busy -= 1
      const left = (inUse.get(key) ?? 0) - 1
      if (left > 0) inUse.set(key, left)
      else inUse.delete(key)
      admit()
    }
  }

  function admit(): void {
    for (const waiter of waiters) {
      if (!isFree(waiter.key)) continue
      waiters.delete(waiter)
      waiter.start()
    }
  }

  async function enter(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (isFree(key)) return occupy(key)
    return await new Promise((resolve, reject) => {
      const giveUp = () => {
        waiters.delete(waiter)
        reject(signal?.reason)
      }
      const start = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve(occupy(key))
      }
      const waiter: Waiter = { key, start }
      waiters.add(waiter)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  return { enter }
}

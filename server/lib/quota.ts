/** Limits the concurrent amount for each key. Calls never wait: an amount that does not fit is refused. */
export type Quota = {
  take: (key: string, amount: number) => boolean
  release: (key: string, amount: number) => void
}

export function createQuota(limit: number): Quota {
  const inUse = new Map<string, number>()
  return {
    take(key, amount) {
      const wanted = (inUse.get(key) ?? 0) + amount
      if (wanted > limit) return false
      inUse.set(key, wanted)
      return true
    },
    release(key, amount) {
      const left = (inUse.get(key) ?? 0) - amount
      if (left > 0) inUse.set(key, left)
      else inUse.delete(key)
    },
  }
}

export type Share<Refusal> = { quota: Quota; key: string; amount: number; refusal: Refusal }

/**
 * Takes all shares or no share. @returns a function that releases them, or the error of the first that does not fit.
 */
export function takeShares<Refusal>(
  shares: Share<Refusal>[],
): { release: () => void } | { refusal: Refusal } {
  const taken: Share<Refusal>[] = []
  const release = () => {
    for (const { quota, key, amount } of taken.splice(0)) quota.release(key, amount)
  }
  for (const share of shares) {
    if (!share.quota.take(share.key, share.amount)) {
      release()
      return { refusal: share.refusal }
    }
    taken.push(share)
  }
  return { release }
}

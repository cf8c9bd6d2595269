/** What the other nodes were seen to use of each subject's limit, until it is one window old. */
export type OthersUse = {
  note: (subject: string, calls: number, nowMs: number) => void
  /** Null when nothing is known that still counts. */
  of: (subject: string, nowMs: number) => { calls: number; seenMs: number } | null
}

/** Holds only subjects that several nodes are called with; the rest is dropped as it ages, a few at each note. */
export function createOthersUse(windowMs: number): OthersUse {
  const seen = new Map<string, { calls: number; seenMs: number }>()
  return {
    note: (subject, calls, nowMs) => {
      // Deleted first, so that the map stays in the order of time and the oldest are found in front.
      seen.delete(subject)
      if (calls > 0) seen.set(subject, { calls, seenMs: nowMs })
      for (const [old, { seenMs }] of seen) {
        if (nowMs - seenMs <= windowMs) break
        seen.delete(old)
      }
    },
    of: (subject, nowMs) => {
      const use = seen.get(subject)
      return use && nowMs - use.seenMs <= windowMs ? use : null
    },
  }
}

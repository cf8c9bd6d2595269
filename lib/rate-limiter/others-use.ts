/** The calls of each subject that other nodes are known to have made. An entry expires after one window. */
export type OthersUse = {
  note: (subject: string, calls: number, nowMs: number) => void
  /** Returns null if there is no entry within the window. */
  of: (subject: string, nowMs: number) => { calls: number; seenMs: number } | null
}

/** Holds only subjects with calls on other nodes. Each `note` removes the entries that have expired. */
export function createOthersUse(windowMs: number): OthersUse {
  const seen = new Map<string, { calls: number; seenMs: number }>()
  return {
    note: (subject, calls, nowMs) => {
      // Delete before set keeps the map in order of time, so the oldest entries come first.
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

export type SingleFlightOptions = {
  /** How long a result is cached and returned to all callers. */
  keepMs: number
  /** Timeout of a caller. The work continues, and later callers wait for the same run. */
  waitMs?: number
}

/** Runs `work` at most once concurrently and shares its result among callers. Errors are not cached. */
export function singleFlight<T>(
  work: () => Promise<T>,
  { keepMs, waitMs }: SingleFlightOptions,
): () => Promise<T> {
  let running: Promise<T> | null = null
  let kept: { result: T; until: number } | null = null

  async function run(): Promise<T> {
    try {
      const result = await work()
      kept = { result, until: performance.now() + keepMs }
      return result
    } finally {
      running = null
    }
  }

  return () => {
    if (kept && performance.now() < kept.until) return Promise.resolve(kept.result)
    running ??= run()
    return waitMs === undefined ? running : within(waitMs, running)
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No result within ${ms} ms`)), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

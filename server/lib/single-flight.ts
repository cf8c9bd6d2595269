export type SingleFlightOptions = {
  /** For so long after it came, a result is given to everybody who asks. */
  keepMs: number
  /** A caller waits this long at most; the work goes on, and nobody starts it a second time meanwhile. */
  waitMs?: number
}

/** Work that runs once at a time, however many ask for its result. A failure is not kept. */
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

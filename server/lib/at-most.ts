/** Runs up to `limit` works concurrently. The next one starts when another has ended, in the order of the calls. */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < limit) running++
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

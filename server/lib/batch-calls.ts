type Batching<In, Out> = {
  /** Returns one result per item, in the order of the items. An Error rejects only that item's call. */
  work: (items: readonly In[]) => Promise<(Out | Error)[]>
  /** The number of batches that may run concurrently. At that limit, calls wait for the next batch. */
  maxRunning: number
  maxBatchSize: number
  /**
   * A call that has waited longer when its batch starts is rejected with `WaitedTooLong`. The batches before it are slow then, and
   * its own would take as long again. Without it, calls wait for their turn.
   */
  maxWaitMs?: number
}

type Call<In, Out> = {
  item: In
  atMs: number
  resolve: (result: Out) => void
  reject: (error: unknown) => void
}

/** Its code is that of a connection that timed out, so that it counts as a database that is unavailable. */
class WaitedTooLong extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Groups concurrent calls into batches. Calls that arrive in one turn of the event loop run together at its end; calls made
 * while `maxRunning` batches run are combined into the next batch.
 */
export function batchCalls<In, Out>({
  work,
  maxRunning,
  maxBatchSize,
  maxWaitMs = Number.POSITIVE_INFINITY,
}: Batching<In, Out>): (item: In) => Promise<Out> {
  let waiting: Call<In, Out>[] = []
  let running = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || running >= maxRunning || waiting.length === 0) return
    isScheduled = true
    setImmediate(start)
  }

  function start(): void {
    isScheduled = false
    const calls = inTime()
    if (calls.length === 0) return
    running++
    void settle(calls).then(() => {
      running--
      // The calls that waited for it start at once. A start that is scheduled takes them with it.
      if (!isScheduled) start()
    })
    schedule()
  }

  /** Takes the next calls, and rejects those that have waited too long. */
  function inTime(): Call<In, Out>[] {
    const latestMs = performance.now() - maxWaitMs
    const late = waiting.findIndex(({ atMs }) => atMs >= latestMs)
    const lateCount = late === -1 ? waiting.length : late
    for (const { reject } of waiting.slice(0, lateCount)) reject(new WaitedTooLong('Waited too long'))
    const calls = waiting.slice(lateCount, lateCount + maxBatchSize)
    waiting = waiting.slice(lateCount + maxBatchSize)
    return calls
  }

  /** Never rejects. */
  async function settle(calls: Call<In, Out>[]): Promise<void> {
    try {
      const results = await work(calls.map(({ item }) => item))
      if (results.length !== calls.length) throw new Error('A batch returned too many results, or too few')
      calls.forEach(({ resolve, reject }, index) => {
        const result = results[index]
        if (result instanceof Error) reject(result)
        else resolve(result as Out)
      })
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({ item, atMs: performance.now(), resolve, reject })
      schedule()
    })
}

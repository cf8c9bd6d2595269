type Batching<In, Out> = {
  /** Returns one result per item, in the order of the items. An Error rejects only that item's call. */
  work: (items: readonly In[]) => Promise<(Out | Error)[]>
  /** The number of batches that may run concurrently. At that limit, calls wait for the next batch. */
  mostRunning: number
  largest: number
}

type Call<In, Out> = { item: In; resolve: (result: Out) => void; reject: (error: unknown) => void }

/**
 * Groups concurrent calls into batches. Calls that arrive in one turn of the event loop run together at its end; calls made
 * while `mostRunning` batches run are combined into the next batch.
 */
export function batchCalls<In, Out>({
  work,
  mostRunning,
  largest,
}: Batching<In, Out>): (item: In) => Promise<Out> {
  let waiting: Call<In, Out>[] = []
  let running = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || running >= mostRunning || waiting.length === 0) return
    isScheduled = true
    setImmediate(start)
  }

  function start(): void {
    isScheduled = false
    const calls = waiting.slice(0, largest)
    waiting = waiting.slice(largest)
    running++
    void settle(calls).then(() => {
      running--
      if (!isScheduled && waiting.length > 0) start()
    })
    schedule()
  }

  /** Never rejects. */
  async function settle(calls: Call<In, Out>[]): Promise<void> {
    try {
      const results = await work(calls.map(({ item }) => item))
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
      waiting.push({ item, resolve, reject })
      schedule()
    })
}

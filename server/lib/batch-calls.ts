import DataLoader from 'dataloader'

type Batching<In, Out> = {
  /** Returns one result per item, in the order of the items. An Error rejects only that item's call. */
  work: (items: readonly In[]) => Promise<(Out | Error)[]>
  /** The number of batches that may run concurrently. At that limit, calls wait for the next batch. */
  mostRunning: number
  largest: number
}

/**
 * Groups concurrent calls into batches. A single call runs at once; calls made while `mostRunning` batches run are
 * combined into the next batch.
 */
export function batchCalls<In, Out>({
  work,
  mostRunning,
  largest,
}: Batching<In, Out>): (item: In) => Promise<Out> {
  let running = 0
  const waiting: (() => void)[] = []
  const loader = new DataLoader<In, Out>(
    async (items) => {
      running++
      try {
        return await work(items)
      } finally {
        running--
        waiting.shift()?.()
      }
    },
    {
      cache: false,
      maxBatchSize: largest,
      batchScheduleFn: (dispatch) =>
        running < mostRunning ? setImmediate(dispatch) : waiting.push(dispatch),
    },
  )
  return (item) => loader.load(item)
}

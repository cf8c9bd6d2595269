import DataLoader from 'dataloader'

type Batching<In, Out> = {
  /** Answers every item in its place; an Error rejects that call only. */
  work: (items: readonly In[]) => Promise<(Out | Error)[]>
  /** How many batches run at a time. While so many run, calls gather for the next one. */
  mostRunning: number
  largest: number
}

/**
 * Turns calls into batches: a call alone goes at once, calls that arrive while `mostRunning` batches run go together in
 * the next.
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

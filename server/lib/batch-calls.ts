type Batching<In, Out> = {
  /** Returns one result per item, in the order of the items. An Error rejects only that item's call. */
  work: (items: readonly In[]) => Promise<(Out | Error)[]>
  /** The number of batches that may run concurrently. At that limit, calls wait for the next batch. */
  maxRunning: number
  maxBatchSize: number
  /**
   * A call whose batch starts after this timeout is rejected with `WaitedTooLong`: the batches before it are slow, and
   * its own would take as long again. By default, calls wait for their turn.
   */
  maxWaitMs?: number
  /**
   * How long the first call of a batch waits for others, for work that is not urgent. Default: only in the same turn.
   */
  gatherMs?: number
  /**
   * Timeout after which a batch no longer counts as running, so a hanging batch does not block all calls. Applies to
   * three concurrent batches. By default all count until they end.
   */
  slowAfterMs?: number
}

const maxSlow = 3

type Call<In, Out> = {
  item: In
  atMs: number
  resolve: (result: Out) => void
  reject: (error: unknown) => void
}

/** Has the code of a connection timeout, so it counts as an unavailable database. */
class WaitedTooLong extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Groups concurrent calls into batches. Calls in one turn of the event loop share a batch; calls made while
 * `maxRunning` batches run share the next one.
 */
export function batchCalls<In, Out>({
  work,
  maxRunning,
  maxBatchSize,
  maxWaitMs = Number.POSITIVE_INFINITY,
  gatherMs = 0,
  slowAfterMs,
}: Batching<In, Out>): (item: In) => Promise<Out> {
  let waiting: Call<In, Out>[] = []
  let isScheduled = false
  const slots = createSlots({ maxRunning, slowAfterMs }, startWaiting)

  function schedule(): void {
    if (isScheduled || slots.areFull() || waiting.length === 0) return
    isScheduled = true
    if (gatherMs > 0) setTimeout(start, gatherMs)
    else setImmediate(start)
  }

  function start(): void {
    isScheduled = false
    const calls = inTime()
    if (calls.length === 0) return
    void slots.hold(settle(work, calls))
    schedule()
  }

  /** Immediately starts the calls that waited for room. A scheduled start includes them. */
  function startWaiting(): void {
    if (!isScheduled && !slots.areFull()) start()
  }

  /** Takes the next calls, and rejects the ones over the timeout. */
  function inTime(): Call<In, Out>[] {
    const latestMs = performance.now() - maxWaitMs
    const late = waiting.findIndex(({ atMs }) => atMs >= latestMs)
    const lateCount = late === -1 ? waiting.length : late
    for (const { reject } of waiting.slice(0, lateCount)) reject(new WaitedTooLong('Waited too long'))
    const calls = waiting.slice(lateCount, lateCount + maxBatchSize)
    waiting = waiting.slice(lateCount + maxBatchSize)
    return calls
  }

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({ item, atMs: performance.now(), resolve, reject })
      schedule()
    })
}

type Slots = { maxRunning: number; slowAfterMs: number | undefined }

/** @param onRoom called when another batch may start. */
function createSlots({ maxRunning, slowAfterMs }: Slots, onRoom: () => void) {
  let running = 0
  let slow = 0

  async function hold(batch: Promise<void>): Promise<void> {
    running++
    let isSlow = false
    const onSlow = () => {
      isSlow = true
      slow++
      onRoom()
    }
    const timer = slowAfterMs === undefined ? undefined : setTimeout(onSlow, slowAfterMs)
    await batch
    clearTimeout(timer)
    running--
    if (isSlow) slow--
    onRoom()
  }

  return { areFull: () => running - Math.min(slow, maxSlow) >= maxRunning, hold }
}

/** Never rejects. */
async function settle<In, Out>(work: Batching<In, Out>['work'], calls: Call<In, Out>[]): Promise<void> {
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

type DueRows = {
  /** The most that run concurrently, so that a service that has just recovered is not flooded. */
  together: number
  findIds: (limit: number) => Promise<string[]>
  work: (id: string) => Promise<unknown>
}

const batch = 50

/** Runs the work of every due row, also of those whose worker has crashed, until none is left or `signal` aborts. */
export async function runDueRows({ together, findIds, work }: DueRows, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await findIds(batch)
    const queue = [...ids]
    const worker = async () => {
      for (let id = queue.shift(); id && !signal.aborted; id = queue.shift()) await work(id)
    }
    await Promise.all(Array.from({ length: together }, worker))
    if (ids.length < batch || signal.aborted) return
  }
}

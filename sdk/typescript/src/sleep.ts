/** Timers with a longer delay fire at once. */
const longestTimerMs = 2 ** 31 - 1

/** Waits. @throws the reason of the signal as soon as it aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason as Error)
      else resolve()
    }
    const timer = setTimeout(end, Math.min(ms, longestTimerMs))
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}

/** Waits. @throws the reason of the signal as soon as it aborts. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    // A timer with a longer delay fires at once.
    const timer = setTimeout(end, Math.min(ms, 2 ** 31 - 1))
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
  signal?.throwIfAborted()
}

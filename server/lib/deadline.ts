/** Settles as `work` does, or rejects with `late()` after `timeoutMs`. The work itself continues. */
export async function withinDeadline<T>(work: Promise<T>, timeoutMs: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The promise's own end, or `late()` thrown when that has not come in time. The work itself is not stopped. */
export async function withinDeadline<T>(work: Promise<T>, timeoutMs: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns a function that computes the value at its first call and keeps it. */
export function lazy<T>(compute: () => T): () => T {
  let kept: { value: T } | undefined
  return () => {
    kept ??= { value: compute() }
    return kept.value
  }
}

/** As `lazy`, for a value that takes time. A failure is not kept: the next call computes again. */
export function lazyPromise<T>(compute: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return () => {
    kept ??= compute().catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
}

/** Returns a function that computes the value at its first call and caches it. */
export function lazy<T>(compute: () => T): () => T {
  let kept: { value: T } | undefined
  return () => {
    kept ??= { value: compute() }
    return kept.value
  }
}

/** Like `lazy`, for an asynchronous value. Errors are not cached: the next call retries. */
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

/** Returns a function that computes the value at its first call and keeps it. */
export function lazy<T>(compute: () => T): () => T {
  let kept: { value: T } | undefined
  return () => {
    kept ??= { value: compute() }
    return kept.value
  }
}

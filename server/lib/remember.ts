import { LRUCache } from 'lru-cache'

/** Returns `compute`, a pure function of a text, with a cache of the `most` texts used last. */
export function remember<Result extends object | string>(
  compute: (text: string) => Result,
  { most }: { most: number },
): (text: string) => Result {
  const results = new LRUCache<string, Result>({ max: most })
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = compute(text)
    results.set(text, result)
    return result
  }
}

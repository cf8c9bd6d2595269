/** Keeps each latency in microseconds: a histogram in milliseconds would be too coarse for calls that take 0.2 ms. */
export function createLatencies() {
  let kept = new Float64Array(65_536)
  let count = 0
  return {
    add(micros: number): void {
      if (count === kept.length) {
        const larger = new Float64Array(count * 2)
        larger.set(kept)
        kept = larger
      }
      kept[count++] = micros
    },
    summary() {
      const sorted = kept.subarray(0, count).sort()
      const at = (share: number) =>
        (sorted[Math.min(count - 1, Math.floor(count * share))] ?? Number.NaN) / 1_000
      return { answered: count, p50Ms: at(0.5), p99Ms: at(0.99) }
    },
  }
}

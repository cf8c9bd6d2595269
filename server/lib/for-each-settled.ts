/**
 * Runs `work` for each item, up to `atOnce` concurrently, so an item that hangs delays few others. A failure does not
 * stop the remaining items: the first error is thrown after all items have run. After an abort, no further item is
 * started.
 */
export async function forEachSettled<T>(
  found: readonly T[],
  signal: AbortSignal,
  work: (one: T) => Promise<void>,
  atOnce = 1,
): Promise<void> {
  const failures: unknown[] = []
  const turns = found.values()
  const takeTurns = async () => {
    for (const one of turns) {
      if (signal.aborted) break
      await work(one).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))
  if (failures.length > 0) throw failures[0]
}

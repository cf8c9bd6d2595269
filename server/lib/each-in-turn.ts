/**
 * What a task found, one after the other. One that fails keeps none of those behind it from their turn: the first failure
 * is thrown when all have had theirs. After a stop nothing more is begun.
 */
export async function eachInTurn<T>(
  found: readonly T[],
  signal: AbortSignal,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const one of found) {
    if (signal.aborted) break
    await work(one).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

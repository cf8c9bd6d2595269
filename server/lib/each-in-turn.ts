/**
 * What a task found, one after the other, or `atOnce` side by side, so that one which hangs holds up few. One that fails keeps none of those behind it from their turn: the first failure
 * is thrown when all have had theirs. After a stop nothing more is begun.
 */
export async function eachInTurn<T>(
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

/** One call, for the search. */
export type Step<State> = {
  startMs: number
  endMs: number
  /** The outcome is not known: the call may have had its effect at any time after its start, or none. */
  isOptional: boolean
  /** Never changes the state, like a read or a refusal. */
  isQuiet: boolean
  /** The states that the call may lead to; none if it cannot have this outcome in the state. */
  after: (state: State) => State[]
}

/** `stuck`: none of these calls could follow on the longest part of the history that has an order. */
export type Order = { isFound: true } | { isFound: false; explained: number[]; stuck: number[] }

/**
 * Searches for an order of the calls in which each has the outcome that its caller saw, and a call that ended before
 * another began comes before it. Then the object behaves as if the calls were made one after the other
 * (linearizability, with the search of Wing and Gong).
 */
export function findOrder<State>(calls: readonly Step<State>[], first: State): Order {
  const refuted = new Set<string>()
  let explained: number[] = []
  let stuck: number[] = []

  function search(state: State, done: number[]): boolean {
    const open = calls.flatMap((call, index) => (done.includes(index) ? [] : [{ ...call, index }]))
    if (open.every(({ isOptional }) => isOptional)) return true
    const place = `${done.toSorted((a, b) => a - b).join()} ${JSON.stringify(state)}`
    if (refuted.has(place)) return false
    const next = mayComeNext(open)
    if (done.length >= explained.length) [explained, stuck] = [done, next.map(({ index }) => index)]
    // What changes nothing and fits here need not be tried in a later place.
    const quiet = next.find(({ isQuiet, after }) => isQuiet && after(state).length > 0)
    for (const { index, after } of quiet ? [quiet] : next)
      for (const changed of after(state)) if (search(changed, [...done, index])) return true
    refuted.add(place)
    return false
  }

  return search(first, []) ? { isFound: true } : { isFound: false, explained, stuck }
}

/** The calls that began before any other open call had ended. */
function mayComeNext<C extends Pick<Step<unknown>, 'startMs' | 'endMs' | 'isOptional'>>(open: C[]): C[] {
  const ends = open.map(({ isOptional, endMs }) => (isOptional ? Number.POSITIVE_INFINITY : endMs))
  const firstEndMs = Math.min(...ends)
  return open.filter(({ startMs }) => startMs <= firstEndMs)
}

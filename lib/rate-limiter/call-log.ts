/** The times of one subject's calls in whole ms, oldest first. Calls before `first` have left the window. */
export type Calls = { times: number[]; first: number }

/** The calls of every subject in the last window. Calls are valid until the next `open` or `sweep`. */
export type CallLog = {
  find: (subject: string) => Calls | undefined
  /**
   * Returns the subject's calls and creates them if needed. When `maxAddresses` is reached, new addresses share one
   * window: memory is bounded, and no counted call is ever lost.
   */
  open: (subject: string, nowMs: number) => Calls
  /** Drops the calls that are more than one window old and returns how many remain. */
  count: (calls: Calls, nowMs: number) => number
  /** Checks the next few subjects and removes the idle ones. */
  sweep: (subjects: number, nowMs: number) => void
  size: () => number
}

export function createCallLog(windowMs: number, maxAddresses = MAX_ADDRESSES): CallLog {
  const log = new Map<string, Calls>()
  let sweeper = log.entries()

  function openNew(subject: string, nowMs: number): Calls {
    // Checks two subjects for each new one, so the log never holds more than twice the subjects of one window.
    sweep(2, nowMs)
    if (log.size < maxAddresses || !subject.startsWith('ip:')) return enter(subject)
    return log.get(LATE_ADDRESSES) ?? enter(LATE_ADDRESSES)
  }

  function enter(subject: string): Calls {
    const calls: Calls = { times: [], first: 0 }
    log.set(flat(subject), calls)
    return calls
  }

  function count(calls: Calls, nowMs: number): number {
    const { length } = calls.times
    while (calls.first < length && nowMs - timeOf(calls, 0) > windowMs) calls.first++
    // Half of the list at a time, so the cost per call is constant on average.
    if (calls.first > 0 && calls.first * 2 >= length) {
      calls.times.splice(0, calls.first)
      calls.first = 0
    }
    return calls.times.length - calls.first
  }

  function sweep(subjects: number, nowMs: number): void {
    for (let looked = 0; looked < subjects; looked++) {
      const { value, done } = sweeper.next()
      if (done) {
        sweeper = log.entries()
        return
      }
      const [subject, calls] = value
      if (count(calls, nowMs) === 0) log.delete(subject)
    }
  }

  return {
    find: (subject) => log.get(subject),
    open: (subject, nowMs) => log.get(subject) ?? openNew(subject, nowMs),
    count,
    sweep,
    size: () => log.size,
  }
}

/** Counts a call. An array that grows takes 17 places at once; most addresses call once. */
export function add(calls: Calls, nowMs: number): void {
  if (calls.times.length === 0) calls.times = [nowMs]
  else calls.times.push(nowMs)
}

/** The time of the call at `index` (0 is the oldest). Valid only after `count`, for an index below its result. */
export const timeOf = ({ times, first }: Calls, index: number): number => times[first + index] as number

/** A concatenated string keeps all its parts in memory (ten times the size for a UUID); a copy is one flat string. */
const flat = (subject: string) => Buffer.from(subject).toString()

/** 40 MB of addresses with one call each, 75 MB with a few: a flood of addresses leaves most of a heap of 256 MB. */
const MAX_ADDRESSES = 250_000
const LATE_ADDRESSES = 'ip:late'

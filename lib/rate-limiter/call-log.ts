import { type CallTimes, createCallTimes } from './call-times.ts'

/** The calls of every subject in the last window. A slot is valid until the next `open` or `sweep`. */
export type CallLog = Pick<CallTimes, 'count' | 'add' | 'timeOf'> & {
  /** Returns the subject's slot, or -1 if the log has no entry for it. */
  find: (subject: string) => number
  /**
   * Returns the subject's slot and creates it if needed. When `maxAddresses` is reached, new addresses share one slot:
   * memory is bounded, and no counted call is ever lost.
   */
  open: (subject: string, nowMs: number) => number
  /** Checks the next few subjects and removes the idle ones. */
  sweep: (subjects: number, nowMs: number) => void
  size: () => number
}

export function createCallLog(windowMs: number, maxAddresses = MAX_ADDRESSES): CallLog {
  const { allocate, release, count, add, timeOf } = createCallTimes(windowMs)
  const slots = new Map<string, number>()
  let sweeper = slots.entries()

  function openNew(subject: string, nowMs: number): number {
    // Checks two subjects for each new one, so the log never holds more than twice the subjects of one window.
    sweep(2, nowMs)
    if (slots.size < maxAddresses || !subject.startsWith('ip:')) return enter(subject)
    return slots.get(LATE_ADDRESSES) ?? enter(LATE_ADDRESSES)
  }

  function enter(subject: string): number {
    const slot = allocate()
    slots.set(flat(subject), slot)
    return slot
  }

  function sweep(subjects: number, nowMs: number): void {
    for (let looked = 0; looked < subjects; looked++) {
      const { value, done } = sweeper.next()
      if (done) {
        sweeper = slots.entries()
        return
      }
      const [subject, slot] = value
      if (count(slot, nowMs) > 0) continue
      release(slot)
      slots.delete(subject)
    }
  }

  return {
    find: (subject) => slots.get(subject) ?? -1,
    open: (subject, nowMs) => slots.get(subject) ?? openNew(subject, nowMs),
    count,
    add,
    timeOf,
    sweep,
    size: () => slots.size,
  }
}

/** A concatenated string keeps all its parts in memory (ten times the size for a UUID); a copy is one flat string. */
const flat = (subject: string) => Buffer.from(subject).toString()

/** About 60 MB of addresses with one call each. Kept below the next doubling of the map, which would delay a call. */
const MAX_ADDRESSES = 500_000
const LATE_ADDRESSES = 'ip:late'

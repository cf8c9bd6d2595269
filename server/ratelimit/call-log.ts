import { type CallTimes, createCallTimes } from './call-times.ts'

/** The calls of every subject in the last window. A slot is good until the next `open` or `sweep`. */
export type CallLog = Pick<CallTimes, 'count' | 'add' | 'timeOf'> & {
  /** The subject's slot, or -1 when nothing is held of it. */
  find: (subject: string) => number
  /**
   * The subject's slot, made when there is none. A new address beyond `maxAddresses` gets the slot of all that came
   * too late: memory is bounded, and no counted call is ever lost.
   */
  open: (subject: string, nowMs: number) => number
  /** Looks at the next few subjects and lets go of the idle ones. */
  sweep: (subjects: number, nowMs: number) => void
  size: () => number
}

export function createCallLog(windowMs: number, maxAddresses = MAX_ADDRESSES): CallLog {
  const { allocate, release, newestOf, count, add, timeOf } = createCallTimes(windowMs)
  const slots = new Map<string, number>()
  let sweeper = slots.entries()

  function open(subject: string, nowMs: number): number {
    const known = slots.get(subject)
    if (known !== undefined) return known
    // Two looked at for each one added: the log cannot outgrow twice what a window holds.
    sweep(2, nowMs)
    if (slots.size < maxAddresses || !subject.startsWith('ip:')) return enter(subject, nowMs)
    return slots.get(LATE_ADDRESSES) ?? enter(LATE_ADDRESSES, nowMs)
  }

  function enter(subject: string, nowMs: number): number {
    const slot = allocate(nowMs)
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
      if (nowMs - newestOf(slot) <= windowMs) continue
      release(slot)
      slots.delete(subject)
    }
  }

  return {
    find: (subject) => slots.get(subject) ?? -1,
    open,
    count,
    add,
    timeOf,
    sweep,
    size: () => slots.size,
  }
}

/** A string put together from parts keeps every part alive, ten times its size for a UUID; a copy is one piece. */
const flat = (subject: string) => Buffer.from(subject).toString()

/** About 60 MB of addresses with a call each, and below the next doubling of the map, which would hold up a call. */
const MAX_ADDRESSES = 500_000
const LATE_ADDRESSES = 'ip:late'

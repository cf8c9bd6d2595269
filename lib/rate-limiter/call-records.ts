/** The record of each slot, in large pages: where its calls are stored, how many, and the time of the oldest. */
export type CallRecords = {
  /** Returns a slot without calls, whose first call will be stored at `place`. */
  allocate: (place: number) => number
  release: (slot: number) => void
  /** The page with the slot's record. Its fields begin at `recordAt(slot)`. */
  pageOf: (slot: number) => Int32Array
  /** Infinity while the slot has no calls. */
  oldestOf: (slot: number) => number
  setOldest: (slot: number, atMs: number) => void
}

/** The fields of a record: place of the oldest call, place for the next call, number of calls. */
export const HEAD = 0
export const END = 1
export const COUNT = 2
const FIELDS = 3

export function createCallRecords(): CallRecords {
  const records: Int32Array[] = []
  const oldest: Float64Array[] = []
  let fresh = 0
  let free = NONE

  const pageOf = (slot: number) => records[slot >>> PAGE_BITS] as Int32Array
  const setOldest = (slot: number, atMs: number) => {
    ;(oldest[slot >>> PAGE_BITS] as Float64Array)[slot & IN_PAGE] = atMs
  }

  function allocate(place: number): number {
    const slot = free === NONE ? fresh++ : free
    if (slot === free) free = pageOf(slot)[recordAt(slot)] as number
    else if (slot === records.length << PAGE_BITS) {
      records.push(new Int32Array(FIELDS << PAGE_BITS))
      oldest.push(new Float64Array(1 << PAGE_BITS))
    }
    pageOf(slot).set([place, place, 0], recordAt(slot))
    setOldest(slot, Number.POSITIVE_INFINITY)
    return slot
  }

  return {
    allocate,
    release: (slot) => {
      pageOf(slot)[recordAt(slot)] = free
      free = slot
    },
    pageOf,
    oldestOf: (slot) => (oldest[slot >>> PAGE_BITS] as Float64Array)[slot & IN_PAGE] as number,
    setOldest,
  }
}

const NONE = -1
const PAGE_BITS = 12
const IN_PAGE = (1 << PAGE_BITS) - 1

export const recordAt = (slot: number) => (slot & IN_PAGE) * FIELDS

/** The record of each slot, in large pages: which blocks hold its calls, how many, and the time of the oldest. */
export type CallRecords = {
  /** Returns a slot whose record names `block` as its only block, without calls. */
  allocate: (block: number) => number
  release: (slot: number) => void
  /** The page with the slot's record. Its fields begin at `recordAt(slot)`. */
  pageOf: (slot: number) => Uint32Array
  /** Infinity while the slot has no calls. */
  oldestOf: (slot: number) => number
  setOldest: (slot: number, atMs: number) => void
}

/** The fields of a record: first and last block of the list, position of the oldest call in its block, number of calls. */
export const HEAD = 0
export const TAIL = 1
export const FIRST = 2
export const COUNT = 3
/** The time of the oldest call takes two fields, as a 64-bit number. */
const OLDEST = 4
const FIELDS = 6

export function createCallRecords(): CallRecords {
  const records: Uint32Array[] = []
  const oldest: Float64Array[] = []
  let fresh = 0
  let free = NONE

  const pageOf = (slot: number) => records[slot >>> PAGE_BITS] as Uint32Array
  const setOldest = (slot: number, atMs: number) => {
    ;(oldest[slot >>> PAGE_BITS] as Float64Array)[oldestAt(slot)] = atMs
  }

  function allocate(block: number): number {
    const slot = free === NONE ? fresh++ : free
    if (slot === free) free = pageOf(slot)[recordAt(slot)] as number
    else if (slot === records.length << PAGE_BITS) addPage(records, oldest)
    pageOf(slot).set([block, block, 0, 0], recordAt(slot))
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
    oldestOf: (slot) => (oldest[slot >>> PAGE_BITS] as Float64Array)[oldestAt(slot)] as number,
    setOldest,
  }
}

const NONE = 0xffff_ffff
const PAGE_BITS = 12
const SLOTS_PER_PAGE = 1 << PAGE_BITS

export const recordAt = (slot: number) => (slot & (SLOTS_PER_PAGE - 1)) * FIELDS
const oldestAt = (slot: number) => (recordAt(slot) + OLDEST) >>> 1

function addPage(records: Uint32Array[], oldest: Float64Array[]): void {
  const page = new ArrayBuffer(SLOTS_PER_PAGE * FIELDS * 4)
  records.push(new Uint32Array(page))
  oldest.push(new Float64Array(page))
}

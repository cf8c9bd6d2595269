/** Calls per block: 20 times of 16 bits plus the 32-bit index of the next block make 44 bytes; 100 calls fill 5 blocks. */
const CALLS_PER_BLOCK = 20

/** A place is where one call is stored: its block and its position in the block, in one number of 32 bits. */
export type CallBlocks = {
  /** Returns the first place of an empty block. */
  allocate: () => number
  /** Allocates a block, links it behind the block of `place` and returns its first place. */
  extend: (place: number) => number
  /** Returns the blocks of a list, from that of `first` to that of `last`, to the free list in constant time. */
  release: (first: number, last: number) => void
  /** Returns the low 16 bits of the time stored. */
  read: (place: number) => number
  /** Stores the low 16 bits of a time. */
  write: (place: number, timeMs: number) => void
  /** The first place of the block after that of `place`. */
  nextBlock: (place: number) => number
}

/**
 * Allocates small blocks of call times from large pages. A log is a linked list of blocks, so it grows and shrinks
 * without copying and needs no size classes, and the garbage collector sees only a few hundred objects for a million
 * subjects.
 */
export function createCallBlocks(): CallBlocks {
  const times: Uint16Array[] = []
  const links: Int32Array[] = []
  let fresh = 0
  let free = NONE

  const linksOf = (place: number) => links[place >>> PAGE_BITS] as Int32Array
  const nextBlock = (place: number) => linksOf(place)[linkAt(place)] as number

  function allocate(): number {
    if (free !== NONE) {
      const place = free
      free = nextBlock(place)
      return place
    }
    if (fresh === times.length * PLACES_PER_PAGE) addPage(times, links)
    fresh += POSITION + 1
    return fresh - POSITION - 1
  }

  return {
    allocate,
    extend: (place) => {
      const start = allocate()
      linksOf(place)[linkAt(place)] = start
      return start
    },
    release: (first, last) => {
      linksOf(last)[linkAt(last)] = free
      free = startOf(first)
    },
    read: (place) => (times[place >>> PAGE_BITS] as Uint16Array)[timeAt(place)] as number,
    write: (place, timeMs) => {
      ;(times[place >>> PAGE_BITS] as Uint16Array)[timeAt(place)] = timeMs
    },
    nextBlock,
  }
}

/** The largest position is the end of a full block, where no call is stored. */
export const isEnd = (place: number) => (place & POSITION) === CALLS_PER_BLOCK
export const startOf = (place: number) => place & ~POSITION

/** The place `calls` later in the list. */
export function later(blocks: CallBlocks, place: number, calls: number): number {
  let start = startOf(place)
  let position = (place & POSITION) + calls
  for (; position >= CALLS_PER_BLOCK; position -= CALLS_PER_BLOCK) start = blocks.nextBlock(start)
  return start + position
}

const NONE = -1
const POSITION_BITS = 5
const POSITION = (1 << POSITION_BITS) - 1
const BLOCK_BITS = 12
const PAGE_BITS = BLOCK_BITS + POSITION_BITS
const PLACES_PER_PAGE = 1 << PAGE_BITS
const WORDS = CALLS_PER_BLOCK + 2

const blockAt = (place: number) => ((place >>> POSITION_BITS) & ((1 << BLOCK_BITS) - 1)) * WORDS
const timeAt = (place: number) => blockAt(place) + (place & POSITION)
const linkAt = (place: number) => (blockAt(place) + CALLS_PER_BLOCK) >>> 1

function addPage(times: Uint16Array[], links: Int32Array[]): void {
  const page = new ArrayBuffer((WORDS * 2) << BLOCK_BITS)
  times.push(new Uint16Array(page))
  links.push(new Int32Array(page))
}

/** Calls per block: 20 times of 16 bits plus the 32-bit index of the next block make 44 bytes; 100 calls fill 5 blocks. */
export const CALLS_PER_BLOCK = 20

export type CallBlocks = {
  allocate: () => number
  /** Returns a whole chain of blocks to the free list in constant time. */
  release: (first: number, last: number) => void
  read: (block: number, position: number) => number
  write: (block: number, position: number, value: number) => void
  next: (block: number) => number
  link: (block: number, next: number) => void
}

/**
 * Allocates small blocks of call times from large pages. A log is a linked list of blocks, so it grows and shrinks
 * without copying and needs no size classes, and the garbage collector sees only a few hundred objects for a million
 * subjects.
 */
export function createCallBlocks(): CallBlocks {
  const times: Uint16Array[] = []
  const links: Uint32Array[] = []
  let fresh = 0
  let freeBlock = NONE

  function addPage() {
    const page = new ArrayBuffer(BLOCKS_PER_PAGE * WORDS * 2)
    times.push(new Uint16Array(page))
    links.push(new Uint32Array(page))
  }
  const link = (block: number, next: number) => {
    page(links, block)[linkAt(block)] = next
  }
  const next = (block: number) => page(links, block)[linkAt(block)] as number

  return {
    allocate: () => {
      if (freeBlock !== NONE) {
        const block = freeBlock
        freeBlock = next(block)
        return block
      }
      if (fresh === times.length << PAGE_BITS) addPage()
      return fresh++
    },
    release: (first, last) => {
      link(last, freeBlock)
      freeBlock = first
    },
    read: (block, position) => page(times, block)[timeAt(block) + position] as number,
    write: (block, position, value) => {
      page(times, block)[timeAt(block) + position] = value
    },
    next,
    link,
  }
}

const NONE = 0xffff_ffff
const PAGE_BITS = 12
const BLOCKS_PER_PAGE = 1 << PAGE_BITS
const WORDS = CALLS_PER_BLOCK + 2

const page = <T>(pages: T[], block: number) => pages[block >>> PAGE_BITS] as T
const timeAt = (block: number) => (block & (BLOCKS_PER_PAGE - 1)) * WORDS
const linkAt = (block: number) => ((timeAt(block) + CALLS_PER_BLOCK) / 2) | 0

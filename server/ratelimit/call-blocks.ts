/** Calls in one block: 18 times of 16 bits and the 32-bit address of the next block are 40 bytes. */
export const CALLS_PER_BLOCK = 18

export type CallBlocks = {
  allocate: () => number
  /** Gives back a whole chain at once, whatever its length. */
  release: (first: number, last: number) => void
  read: (block: number, position: number) => number
  write: (block: number, position: number, value: number) => void
  next: (block: number) => number
  link: (block: number, next: number) => void
}

/**
 * Small blocks of call times, cut from big pages. A log of any length is a chain of them: it grows and shrinks without
 * copying, needs no size classes, and a million subjects are a few hundred objects to the garbage collector.
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

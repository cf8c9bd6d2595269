import { CALLS_PER_BLOCK, type CallBlocks, createCallBlocks } from './call-blocks.ts'
import { type CallRecords, COUNT, createCallRecords, FIRST, HEAD, recordAt, TAIL } from './call-records.ts'

/** One log of call times per slot, oldest first. Times are whole ms that never go back. */
export type CallTimes = {
  allocate: () => number
  release: (slot: number) => void
  /** Drops the calls that are more than one window old and returns how many remain. */
  count: (slot: number, nowMs: number) => number
  /** Valid only after `count` for the same `nowMs`. */
  add: (slot: number, nowMs: number) => void
  /** The time of the call at `index` (0 is the oldest). Valid only after `count`, for an index below its result. */
  timeOf: (slot: number, index: number) => number
}

/**
 * An exact log that takes 24 bytes per slot plus two bytes per call. Only the low 16 bits of a call's time are stored,
 * and they are read relative to the slot's oldest call, whose whole time is in the record. A call is added only after
 * the calls of more than one window ago were dropped, and a window is shorter than 2^16 ms, so the bits are never
 * ambiguous, however long the slot was idle. While the oldest call is inside the window, no block is read.
 *
 * @throws RangeError if the window is not between 1 and 65,535 ms.
 */
export function createCallTimes(windowMs: number): CallTimes {
  if (!(windowMs >= 1 && windowMs < 65_536)) throw new RangeError('A window is 1 to 65,535 ms')
  const blocks = createCallBlocks()
  const records = createCallRecords()
  const log: Log = { blocks, records, windowMs }
  return {
    allocate: () => records.allocate(blocks.allocate()),
    release: (slot) => release(log, slot),
    count: (slot, nowMs) => {
      if (nowMs - records.oldestOf(slot) > windowMs) drop(log, slot, nowMs)
      return records.pageOf(slot)[recordAt(slot) + COUNT] as number
    },
    add: (slot, nowMs) => add(log, slot, nowMs),
    timeOf: (slot, index) => (index === 0 ? records.oldestOf(slot) : timeOf(log, slot, index)),
  }
}

type Log = { blocks: CallBlocks; records: CallRecords; windowMs: number }

function release({ blocks, records }: Log, slot: number): void {
  const record = records.pageOf(slot)
  const base = recordAt(slot)
  blocks.release(record[base + HEAD] as number, record[base + TAIL] as number)
  records.release(slot)
}

/** Drops the oldest call and all others that are more than one window old. */
function drop(log: Log, slot: number, nowMs: number): void {
  const { blocks, records, windowMs } = log
  const record = records.pageOf(slot)
  const base = recordAt(slot)
  const oldestMs = records.oldestOf(slot)
  const timeAt = (block: number, position: number) =>
    oldestMs + ((blocks.read(block, position) - oldestMs) & 0xffff)
  let left = record[base + COUNT] as number
  let head = record[base + HEAD] as number
  let first = record[base + FIRST] as number
  const last = (first + left - 1) % CALLS_PER_BLOCK
  if (nowMs - timeAt(record[base + TAIL] as number, last) > windowMs) return empty(log, slot)
  // The newest call is inside the window, so this loop ends before the log is empty.
  while (nowMs - timeAt(head, first) > windowMs) {
    left--
    if (++first === CALLS_PER_BLOCK) {
      const next = blocks.next(head)
      blocks.release(head, head)
      head = next
      first = 0
    }
  }
  record[base + HEAD] = head
  record[base + FIRST] = first
  record[base + COUNT] = left
  records.setOldest(slot, timeAt(head, first))
}

function add({ blocks, records }: Log, slot: number, nowMs: number): void {
  const record = records.pageOf(slot)
  const base = recordAt(slot)
  const held = record[base + COUNT] as number
  const position = ((record[base + FIRST] as number) + held) % CALLS_PER_BLOCK
  if (held === 0) records.setOldest(slot, nowMs)
  else if (position === 0) {
    const block = blocks.allocate()
    blocks.link(record[base + TAIL] as number, block)
    record[base + TAIL] = block
  }
  blocks.write(record[base + TAIL] as number, position, nowMs & 0xffff)
  record[base + COUNT] = held + 1
}

function timeOf({ blocks, records }: Log, slot: number, index: number): number {
  const record = records.pageOf(slot)
  let position = (record[recordAt(slot) + FIRST] as number) + index
  let block = record[recordAt(slot) + HEAD] as number
  for (; position >= CALLS_PER_BLOCK; position -= CALLS_PER_BLOCK) block = blocks.next(block)
  const oldestMs = records.oldestOf(slot)
  return oldestMs + ((blocks.read(block, position) - oldestMs) & 0xffff)
}

/** Keeps one block, so that a subject that becomes active again needs no allocation. */
function empty({ blocks, records }: Log, slot: number): void {
  const record = records.pageOf(slot)
  const base = recordAt(slot)
  const head = record[base + HEAD] as number
  const tail = record[base + TAIL] as number
  if (head !== tail) blocks.release(blocks.next(head), tail)
  record.set([head, head, 0, 0], base)
  records.setOldest(slot, Number.POSITIVE_INFINITY)
}

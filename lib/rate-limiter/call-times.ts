import { type CallBlocks, createCallBlocks, isEnd, later, startOf } from './call-blocks.ts'
import { type CallRecords, COUNT, createCallRecords, END, HEAD, recordAt } from './call-records.ts'

/** One log of call times per slot, oldest first. Times are whole ms that never go back. */
export type CallTimes = {
  allocate: () => number
  release: (slot: number) => void
  /** Drops the calls that are more than one window old and returns how many remain. */
  count: (slot: number, nowMs: number) => number
  /** Valid only after `count` with the same time. */
  add: (slot: number, nowMs: number) => void
  /** The time of the call at `index` (0 is the oldest). Valid only after `count`, for an index below its result. */
  timeOf: (slot: number, index: number) => number
}

/**
 * An exact log that takes 20 bytes per slot plus two bytes per call. Only the low 16 bits of a call's time are stored,
 * and they are read relative to the slot's oldest call, whose full time is in the record. A call is added only after
 * `count` has dropped all calls of more than one window ago, and a window is shorter than 2^16 ms, so the bits are never
 * ambiguous, however long the slot was idle. While the oldest call is inside the window, `count` reads no block.
 *
 * @throws RangeError if the window is not between 1 and 65,535 ms.
 */
export function createCallTimes(windowMs: number): CallTimes {
  if (!(windowMs >= 1 && windowMs < 65_536)) throw new RangeError('A window is 1 to 65,535 ms')
  const blocks = createCallBlocks()
  const records = createCallRecords()
  const log: Log = { blocks, records, windowMs }
  const { pageOf, oldestOf, setOldest } = records
  const { extend, write } = blocks
  return {
    allocate: () => records.allocate(blocks.allocate()),
    release: (slot) => release(log, slot),
    count: (slot, nowMs) => {
      if (nowMs - oldestOf(slot) > windowMs) drop(log, slot, nowMs)
      return pageOf(slot)[recordAt(slot) + COUNT] as number
    },
    add: (slot, nowMs) => {
      const record = pageOf(slot)
      const base = recordAt(slot)
      const held = record[base + COUNT] as number
      let end = record[base + END] as number
      if (held === 0) setOldest(slot, nowMs)
      else if (isEnd(end)) end = extend(end)
      write(end, nowMs)
      record[base + END] = end + 1
      record[base + COUNT] = held + 1
    },
    timeOf: (slot, index) => {
      const oldestMs = oldestOf(slot)
      return index === 0 ? oldestMs : oldestMs + sinceOldest(log, slot, index)
    },
  }
}

type Log = { blocks: CallBlocks; records: CallRecords; windowMs: number }

function release({ blocks, records }: Log, slot: number): void {
  const record = records.pageOf(slot)
  const base = recordAt(slot)
  blocks.release(record[base + HEAD] as number, record[base + END] as number)
  records.release(slot)
}

/** Drops the oldest call and all others that are more than one window old. */
function drop(log: Log, slot: number, nowMs: number): void {
  const { blocks, records, windowMs } = log
  const record = records.pageOf(slot)
  const base = recordAt(slot)
  const oldestMs = records.oldestOf(slot)
  const timeAt = (place: number) => oldestMs + ((blocks.read(place) - oldestMs) & 0xffff)
  if (nowMs - timeAt((record[base + END] as number) - 1) > windowMs) return empty(log, slot)
  let left = record[base + COUNT] as number
  let head = record[base + HEAD] as number
  // The newest call is inside the window, so this loop ends before the log is empty.
  while (nowMs - timeAt(head) > windowMs) {
    left--
    if (!isEnd(++head)) continue
    const next = blocks.nextBlock(head)
    blocks.release(head, head)
    head = next
  }
  record[base + HEAD] = head
  record[base + COUNT] = left
  records.setOldest(slot, timeAt(head))
}

/** Keeps one block, so that a subject that becomes active again needs no allocation. */
function empty({ blocks, records }: Log, slot: number): void {
  const record = records.pageOf(slot)
  const base = recordAt(slot)
  const start = startOf(record[base + HEAD] as number)
  const end = record[base + END] as number
  if (start !== startOf(end)) blocks.release(blocks.nextBlock(start), end)
  record.set([start, start, 0], base)
  records.setOldest(slot, Number.POSITIVE_INFINITY)
}

function sinceOldest({ blocks, records }: Log, slot: number, index: number): number {
  const head = records.pageOf(slot)[recordAt(slot) + HEAD] as number
  return (blocks.read(later(blocks, head, index)) - records.oldestOf(slot)) & 0xffff
}

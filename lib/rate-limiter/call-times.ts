import { CALLS_PER_BLOCK, type CallBlocks, createCallBlocks } from './call-blocks.ts'
import { type CallRecords, COUNT, createCallRecords, FIRST, HEAD, recordAt, TAIL } from './call-records.ts'

/** One log of call times per slot, oldest first. Times are whole ms that never go back. */
export type CallTimes = {
  allocate: (nowMs: number) => number
  release: (slot: number) => void
  /** Drops the calls that are more than one window old and returns how many remain. */
  count: (slot: number, nowMs: number) => number
  add: (slot: number, nowMs: number) => void
  /** The time of the call at `index` (0 is the oldest). Valid only after `count`, for an index below its result. */
  timeOf: (slot: number, index: number) => number
  /** The time of the newest call, or of the allocation if the slot has no calls yet. */
  newestOf: (slot: number) => number
}

/**
 * An exact log that takes 24 bytes per slot plus two bytes per call. Only the low 16 bits of a call's time are stored,
 * and they are read relative to the slot's newest call. Every stored call is at most one window older than the newest,
 * and a window is shorter than 2^16 ms, so the bits are never ambiguous, however long the slot was idle.
 *
 * @throws RangeError if the window is not between 1 and 65,535 ms.
 */
export function createCallTimes(windowMs: number): CallTimes {
  if (!(windowMs >= 1 && windowMs < 65_536)) throw new RangeError('A window is 1 to 65,535 ms')
  const blocks = createCallBlocks()
  const records = createCallRecords()
  const log: Log = { blocks, records, windowMs }
  return {
    allocate: (nowMs) => records.allocate(blocks.allocate(), nowMs),
    release: (slot) => release(log, slot),
    count: (slot, nowMs) => count(log, slot, nowMs),
    add: (slot, nowMs) => add(log, slot, nowMs),
    timeOf: (slot, index) => timeOf(log, slot, index),
    newestOf: records.newestOf,
  }
}

type Log = { blocks: CallBlocks; records: CallRecords; windowMs: number }

function release({ blocks, records }: Log, slot: number): void {
  const record = records.pageOf(slot)
  const base = recordAt(slot)
  blocks.release(record[base + HEAD] as number, record[base + TAIL] as number)
  records.release(slot)
}

function count({ blocks, records, windowMs }: Log, slot: number, nowMs: number): number {
  const record = records.pageOf(slot)
  const base = recordAt(slot)
  const held = record[base + COUNT] as number
  if (held === 0) return 0
  const latest = records.newestOf(slot)
  const idleMs = nowMs - latest
  if (idleMs > windowMs) return empty(blocks, record, base)
  let left = held
  let head = record[base + HEAD] as number
  let first = record[base + FIRST] as number
  // The newest call is inside the window, so this loop ends before the log is empty.
  while (idleMs + ((latest - blocks.read(head, first)) & 0xffff) > windowMs) {
    left--
    if (++first === CALLS_PER_BLOCK) {
      const next = blocks.next(head)
      blocks.release(head, head)
      head = next
      first = 0
    }
  }
  if (left !== held) record.set([head, record[base + TAIL] as number, first, left], base)
  return left
}

function add({ blocks, records }: Log, slot: number, nowMs: number): void {
  const record = records.pageOf(slot)
  const base = recordAt(slot)
  const held = record[base + COUNT] as number
  const position = ((record[base + FIRST] as number) + held) % CALLS_PER_BLOCK
  if (position === 0 && held > 0) {
    const block = blocks.allocate()
    blocks.link(record[base + TAIL] as number, block)
    record[base + TAIL] = block
  }
  blocks.write(record[base + TAIL] as number, position, nowMs & 0xffff)
  record[base + COUNT] = held + 1
  records.setNewest(slot, nowMs)
}

function timeOf({ blocks, records }: Log, slot: number, index: number): number {
  const record = records.pageOf(slot)
  let position = (record[recordAt(slot) + FIRST] as number) + index
  let block = record[recordAt(slot) + HEAD] as number
  for (; position >= CALLS_PER_BLOCK; position -= CALLS_PER_BLOCK) block = blocks.next(block)
  const latest = records.newestOf(slot)
  return latest - ((latest - blocks.read(block, position)) & 0xffff)
}

/** Keeps one block, so that a subject that becomes active again needs no allocation. */
function empty(blocks: CallBlocks, record: Uint32Array, base: number): 0 {
  const head = record[base + HEAD] as number
  const tail = record[base + TAIL] as number
  if (head !== tail) blocks.release(blocks.next(head), tail)
  record.set([head, head, 0, 0], base)
  return 0
}

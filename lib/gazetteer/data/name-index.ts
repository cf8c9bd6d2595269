import { type PackedTexts, packTexts, textAt } from './packed-texts.ts'

/** Index of a place in the columns of `Places`. */
export type PlaceId = number

/**
 * The names with the places that have them, as bytes: a `Map` of 45,000 strings takes ten times the memory and the
 * time.
 */
export type PackedNames = {
  /** Sorted. Folded names are ASCII. */
  names: PackedTexts
  /** By the hash of the name: its number plus 1, or 0 for a free slot. The next slot follows a taken one. */
  slots: Uint32Array
  /** For each name its place, or the negative start of its places in `lists`, where their number comes first. */
  ids: Int32Array
  lists: Uint32Array
}

export type NameIndex = {
  has: (name: string) => boolean
  get: (name: string) => PlaceId | readonly PlaceId[] | undefined
  /** All names that begin with this text, sorted. */
  beginningWith: (start: string) => string[]
}

export function packNames(byName: ReadonlyMap<string, PlaceId | readonly PlaceId[]>): PackedNames {
  const sorted = [...byName].sort(([a], [b]) => (a < b ? -1 : 1))
  // 0 cannot be negative, so no list starts there.
  const lists = [0]
  const ids = Int32Array.from(sorted, ([, found]) => {
    if (typeof found === 'number') return found
    return -(lists.push(found.length, ...found) - found.length - 1)
  })
  const names = sorted.map(([name]) => name)
  return { names: packTexts(names), slots: slotsOf(names), ids, lists: Uint32Array.from(lists) }
}

function slotsOf(names: readonly string[]): Uint32Array {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(names.length * 2)))
  for (const [index, name] of names.entries()) {
    let slot = hashOf(name) & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = index + 1
  }
  return slots
}

export function openNames(packed: PackedNames): NameIndex {
  const { names, ids, lists } = packed
  return {
    has: (name) => find(packed, name) >= 0,
    get(name) {
      const found = find(packed, name)
      if (found < 0) return undefined
      const id = ids[found] ?? 0
      return id >= 0 ? id : Array.from(lists.subarray(1 - id, 1 - id + (lists[-id] ?? 0)))
    },
    beginningWith: (start) => [...rangeOf(names, start)],
  }
}

/** @returns the number of the name, or -1. */
function find({ names: { bytes, ends }, slots }: PackedNames, name: string): number {
  const mask = slots.length - 1
  for (let slot = hashOf(name) & mask; ; slot = (slot + 1) & mask) {
    const index = (slots[slot] ?? 0) - 1
    if (index < 0) return -1
    const start = index === 0 ? 0 : (ends[index - 1] ?? 0)
    if ((ends[index] ?? 0) - start === name.length && isAt(bytes, start, name)) return index
  }
}

function isAt(bytes: Uint8Array, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if (bytes[start + i] !== name.charCodeAt(i)) return false
  return true
}

/** FNV-1a, with the high bits mixed into the low ones that choose the slot. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

function* rangeOf(names: PackedTexts, start: string): Iterable<string> {
  let low = 0
  let high = names.ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (textAt(names, middle) < start) low = middle + 1
    else high = middle
  }
  for (let i = low; i < names.ends.length; i++) {
    const name = textAt(names, i)
    if (!name.startsWith(start)) return
    yield name
  }
}

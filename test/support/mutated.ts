/** mulberry32: the same numbers in every run. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** A copy with random bytes changed, cut or repeated. */
export function mutated(bytes: Buffer, random: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  for (let count = 1 + random(20); count > 0; count -= 1) copy[random(copy.length)] = random(256)
  if (random(4) === 0) return copy.subarray(0, random(copy.length))
  if (random(4) === 0) return Buffer.concat([copy, copy.subarray(random(copy.length))])
  return copy
}

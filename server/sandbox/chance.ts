import { createHash } from 'node:crypto'

/** A whole number from 0 to `below - 1` that depends on the texts alone, so a world can be repeated. */
export function chance(below: number, ...texts: string[]): number {
  return createHash('sha256').update(texts.join('\n')).digest().readUInt32BE(0) % below
}

import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type ChainFault, checkPart, type Head, readHashes, readLastHead } from './chain.ts'

export type Verified = { links: number; head: Head; faults: ChainFault[] }

const batch = 5_000

/** More are not listed: the log is of no use then. */
const maxFaults = 1_000

/** Checks the whole chain, in parts. */
export async function verifyChain(kysely: Kysely<Tables>): Promise<Verified> {
  const verified: Verified = { links: 0, head: { position: 0, hash: '' }, faults: [] }
  for (;;) {
    const part = await checkPart(kysely, { after: verified.head, limit: batch })
    verified.links += part.links
    verified.head = part.head
    verified.faults.push(...part.faults)
    if (part.isEnd || verified.faults.length >= maxFaults) return verified
  }
}

/** Checks the newest links only, which takes less than a second. */
export async function verifyNewest(kysely: Kysely<Tables>, count: number): Promise<Verified> {
  const { position } = await readLastHead(kysely)
  const before = position - count
  // Without the link before them, the first of them counts as changed.
  const after = before > 0 ? await headAt(kysely, before) : null
  // New links may be added meanwhile.
  const part = await checkPart(kysely, { ...(after && { after }), limit: count + 1_000 })
  return { links: part.links, head: part.head, faults: part.faults }
}

const headAt = async (kysely: Kysely<Tables>, position: number): Promise<Head> => ({
  position,
  hash: (await readHashes(kysely, [position])).get(position) ?? '',
})

import { open, rename, rm, stat } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { checkPart, type Head, readHashes, readLastHead } from './chain.ts'
import { type KeptHead, keepHead, readKeptHeads } from './heads.ts'

type WatchNeeds = {
  kysely: Kysely<Tables>
  headsFile: string
  /** Writes the head to the log, which may leave the machine. */
  onHead: (head: Head) => void
  /** Tests use fewer. */
  linksPerRun?: number
}

/**
 * Stores new heads of the audit log outside the database, and checks the chain repeatedly, one part per run. An error
 * fails the task, which *Health*, *Today* and the metrics show. The next run checks the same part, so the error stays
 * visible; `dray audit verify` finds errors in later parts.
 */
export function createAuditWatch({
  kysely,
  headsFile,
  onHead,
  linksPerRun = 5_000,
}: WatchNeeds): () => Promise<void> {
  let after: Head | undefined
  let kept: number | null = null
  let thinnedOn = ''
  return async () => {
    kept ??= (await readKeptHeads(headsFile, 1))[0]?.position ?? 0
    const head = await readLastHead(kysely)
    if (head.position !== kept && head.position > 0) {
      await keepHead(headsFile, head)
      onHead(head)
      kept = head.position
    }
    const today = new Date().toISOString().slice(0, 10)
    if (thinnedOn !== today) await thinHeads(kysely, headsFile)
    thinnedOn = today
    const part = await checkPart(kysely, { ...(after && { after }), limit: linksPerRun })
    const [fault] = part.faults
    if (fault)
      throw new Error(`the audit log: event ${fault.event_id} is ${fault.fault}; see dray audit verify`)
    after = part.isEnd ? undefined : part.head
  }
}

const wholeMs = 2 * 86_400_000

/**
 * Keeps the last head of each day, all heads of the last two days, and all heads missing in the chain, because they
 * show a change. Every head proves the events before it, so the last head of a day is enough.
 */
export async function thinHeads(kysely: Kysely<Tables>, file: string, nowMs = Date.now()): Promise<void> {
  const size = await sizeOf(file)
  const heads = await readKeptHeads(file)
  const surplus = heads.filter(
    (head, index) => Date.parse(head.at) < nowMs - wholeMs && dayOf(heads[index + 1]) === dayOf(head),
  )
  if (surplus.length === 0) return
  const hashes = await readHashes(
    kysely,
    surplus.map(({ position }) => position),
  )
  const dropped = new Set(surplus.filter(({ position, hash }) => hashes.get(position) === hash))
  if (dropped.size === 0) return
  const kept = heads.filter((head) => !dropped.has(head))
  await replace(file, kept, { size }).catch((error: NodeJS.ErrnoException) => {
    // The operator allows only appends to the file, which protects it better.
    if (error.code !== 'EPERM' && error.code !== 'EACCES') throw error
  })
}

const dayOf = (head: KeptHead | undefined): string | null =>
  head ? new Date(head.at).toISOString().slice(0, 10) : null

const sizeOf = async (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  )

/** Replaces the file in one step, unless another process has written to it since it had this size. */
async function replace(file: string, heads: KeptHead[], { size }: { size: number | null }): Promise<void> {
  // Not of the process: in containers each process has the number 1.
  const draft = `${file}.${newId()}`
  try {
    {
      await using handle = await open(draft, 'w', 0o600)
      await handle.writeFile(heads.map((head) => `${JSON.stringify(head)}\n`).join(''))
      await handle.sync()
    }
    if ((await sizeOf(file)) === size) await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

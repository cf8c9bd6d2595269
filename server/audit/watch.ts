import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { checkPart, type Head, readLastHead } from './chain.ts'
import { keepHead, readKeptHeads } from './heads.ts'
import { thinHeads } from './thin-heads.ts'

type WatchNeeds = {
  kysely: Kysely<Tables>
  headsFile: string
  /** Writes the head to the log, which may leave the machine. */
  onHead: (head: Head) => void
  /** Tests use fewer. */
  linksPerRun?: number
}

/**
 * Writes new heads of the audit log down outside the database, and walks through its chain, a part at each run, again
 * and again. A fault fails the task, which *Health*, *Today* and the metrics show. The next run checks the same part,
 * so that a fault of one part in many stays in sight; `dray audit verify` finds those behind it.
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

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { appendLines } from '../lib/append-lines.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { type Head, readHashes } from './chain.ts'

/** A head that was stored outside the database, and when. */
export type KeptHead = Head & { at: string }

export type HeadFault = {
  fault: 'end_cut' | 'other_chain' | 'future_restore'
  position: number
  at: string | null
}

export const headsFileIn = (dataDir: string): string => path.join(dataDir, 'audit-heads.jsonl')

export const keepHead = (file: string, head: Head): Promise<void> =>
  appendLines(file, [{ at: new Date().toISOString(), ...head } satisfies KeptHead])

/**
 * Reads the heads of the file, or only the newest; empty without a file. Ignores lines that a crash truncated.
 *
 * @throws OperatorError when the file cannot be read.
 */
export async function readKeptHeads(file: string, newest = Number.MAX_SAFE_INTEGER): Promise<KeptHead[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new OperatorError(`${file} cannot be read (${error.code})`)
  })
  const lines = text.split('\n').filter(Boolean)
  return lines.slice(-Math.min(newest, lines.length || 1)).flatMap((line) => parsed(line) ?? [])
}

function parsed(line: string): KeptHead | null {
  try {
    const { at, position, hash } = JSON.parse(line) as KeptHead
    const isHead = Number.isSafeInteger(position) && /^[0-9a-f]{64}$/.test(hash)
    return isHead && !Number.isNaN(Date.parse(at)) ? { at, position, hash } : null
  } catch {
    return null
  }
}

/** A restore as the log has it, and how many heads it excuses. */
export type Restore = { event_id: number; position: number; at: Date; heads_left_out: number }

/**
 * Compares heads with the chain. A restore of an older backup truncates the chain and records itself in it, so a head
 * from before a restore is skipped if the restore has the same or an earlier position.
 *
 * An attacker who can write to the log can write such an event too. So a restore dated in the future excuses no head
 * and is reported as an error, no restore excuses heads stored after a head that includes it, and the report lists each
 * restore with the heads it excused.
 */
export async function checkHeads(
  kysely: Kysely<Tables>,
  heads: readonly (Head & { at: string | null })[],
): Promise<{ faults: HeadFault[]; restores: Restore[] }> {
  const hashes = await readHashes(
    kysely,
    heads.map(({ position }) => position),
  )
  const isFound = ({ position, hash }: Head) => hashes.get(position) === hash
  const faults: HeadFault[] = []
  const excusing: { restore: Restore; untilMs: number }[] = []
  for (const { is_future, ...restore } of await readRestores(kysely)) {
    const { position, at } = restore
    if (is_future) faults.push({ fault: 'future_restore', position, at: at.toISOString() })
    const seen = heads.filter((head) => head.position >= position && isFound(head))
    const untilMs = is_future
      ? Number.NEGATIVE_INFINITY
      : seen.reduce((ms, head) => Math.min(ms, timeOf(head)), at.getTime())
    excusing.push({ restore: { ...restore, heads_left_out: 0 }, untilMs })
  }
  for (const head of heads) {
    if (isFound(head)) continue
    const { position, at } = head
    const excuse = excusing.find(
      ({ restore, untilMs }) => timeOf(head) <= untilMs && restore.position <= position,
    )
    if (excuse) excuse.restore.heads_left_out += 1
    else faults.push({ fault: hashes.has(position) ? 'other_chain' : 'end_cut', position, at })
  }
  return { faults, restores: excusing.map(({ restore }) => restore) }
}

/** A head without an instant was entered by hand: no restore excuses it, and its time is unknown. */
const timeOf = ({ at }: { at: string | null }): number =>
  at === null ? Number.POSITIVE_INFINITY : Date.parse(at)

type RecordedRestore = Omit<Restore, 'heads_left_out'> & { is_future: boolean }

/** One minute, because the clocks of two machines differ. */
async function readRestores(kysely: Kysely<Tables>): Promise<RecordedRestore[]> {
  const { rows } = await sql<RecordedRestore>`
    select l.position, e.id as event_id, e.at, e.at > now() + interval '1 minute' as is_future
    from audit_event e join audit_link l on l.event_id = e.id
    where e.act = 'installation.restore' order by l.position`.execute(kysely)
  return rows
}

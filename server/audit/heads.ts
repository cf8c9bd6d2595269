import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { appendLines } from '../lib/append-lines.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { type Head, readHashes } from './chain.ts'

/** A head that was written down outside the database, and when. */
export type KeptHead = Head & { at: string }

export type HeadFault = { fault: 'end_cut' | 'other_chain'; position: number; at: string | null }

export const headsFileIn = (dataDir: string): string => path.join(dataDir, 'audit-heads.jsonl')

export const keepHead = (file: string, head: Head): Promise<void> =>
  appendLines(file, [{ at: new Date().toISOString(), ...head } satisfies KeptHead])

/**
 * Reads the heads of the file, or the newest of them; empty when there is no file. Ignores lines that a crash
 * truncated.
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

/**
 * Compares heads with the chain. A restore of an older backup cuts the end of the chain and records itself in it, so a
 * head from before a restore is left out if the restore has its position or an earlier one.
 */
export async function checkHeads(
  kysely: Kysely<Tables>,
  heads: readonly (Head & { at: string | null })[],
): Promise<HeadFault[]> {
  const faults: HeadFault[] = []
  const restores = await readRestores(kysely)
  const hashes = await readHashes(
    kysely,
    heads.map(({ position }) => position),
  )
  for (const { position, hash, at } of heads) {
    const found = hashes.get(position)
    if (found === hash || isBeforeRestore({ position, at }, restores)) continue
    faults.push({ fault: found ? 'other_chain' : 'end_cut', position, at })
  }
  return faults
}

type Restore = { position: number; at: Date }

const isBeforeRestore = (head: { position: number; at: string | null }, restores: Restore[]): boolean =>
  restores.some(
    ({ position, at }) => head.at !== null && new Date(head.at) <= at && position <= head.position,
  )

async function readRestores(kysely: Kysely<Tables>): Promise<Restore[]> {
  const { rows } = await sql<Restore>`
    select l.position, e.at from audit_event e join audit_link l on l.event_id = e.id
    where e.act = 'installation.restore' order by l.position`.execute(kysely)
  return rows
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { JournalAct } from '../db/tables.ts'
import { appendLines } from '../lib/append-lines.ts'
import { OperatorError } from '../lib/operator-error.ts'

/** An act that a restore must not undo, stored as a line of `journal.jsonl`; contains ids only. */
export type JournalEntry = {
  id: string
  at: string
  act: JournalAct
  subject_id: string
  detail: string | null
}

export const journalFileIn = (dataDir: string): string => path.join(dataDir, 'journal.jsonl')

/**
 * Reads all entries of the file; empty without a file. Ignores a last line that a crash truncated: its entry is still
 * in the database and is written again.
 *
 * @throws OperatorError naming the line that is not an entry.
 */
export async function readJournalFile(file: string): Promise<JournalEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new OperatorError(`${file} cannot be read (${error.code})`)
  })
  const lines = text.split('\n').slice(0, -1)
  return lines.flatMap((line, index) => {
    if (line === '') return []
    const entry = parsed(line)
    if (!entry && isCutShort(lines, index)) return []
    if (!entry) throw new OperatorError(`${file}, line ${index + 1}: this is not an entry of a journal`)
    return [entry]
  })
}

export const appendToJournal = (file: string, entries: readonly JournalEntry[]): Promise<void> =>
  appendLines(file, entries)

/** A line truncated by a crash: its entry was still in the database and was written again after it. */
const isCutShort = (lines: string[], index: number): boolean => {
  const line = lines[index] ?? ''
  return line.startsWith('{') && !line.endsWith('}') && index + 1 < lines.length
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function parsed(line: string): JournalEntry | null {
  try {
    const entry = JSON.parse(line) as JournalEntry
    const isEntry = id.test(entry.id) && id.test(entry.subject_id) && !Number.isNaN(Date.parse(entry.at))
    return isEntry && typeof entry.act === 'string' ? entry : null
  } catch {
    return null
  }
}

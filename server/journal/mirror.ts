import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { appendToJournal, type JournalEntry, readJournalFile } from './journal-file.ts'

/** A row's `at` is earlier than its commit; no transaction takes longer than this. */
const lookBackSeconds = 3_600

/**
 * Copies new rows of the table to the file, which survives the loss of the database. The first run compares all rows,
 * which completes a file that is missing or lost.
 */
export function createJournalMirror({ kysely, file }: { kysely: Kysely<Tables>; file: string }) {
  let known: Set<string> | null = null
  return async (): Promise<void> => {
    const written = known ?? new Set((await readJournalFile(file)).map(({ id }) => id))
    const rows = await readJournal(kysely, known ? lookBackSeconds : null)
    const fresh = rows.filter(({ id }) => !written.has(id))
    await appendToJournal(file, fresh)
    for (const { id } of fresh) written.add(id)
    known = written
  }
}

/** Reads the table, oldest first; `lastSeconds` null reads all rows. */
export async function readJournal(
  db: Kysely<Tables>,
  lastSeconds: number | null = null,
): Promise<JournalEntry[]> {
  const rows = await db
    .selectFrom('journal')
    .select(['id', 'at', 'act', 'subject_id', 'detail'])
    .$if(lastSeconds !== null, (query) =>
      query.where('at', '>', sql<Date>`now() - make_interval(secs => ${lastSeconds ?? 0})`),
    )
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

import type { ClientBase } from 'pg'
import type { JournalEntry } from '../journal/journal-file.ts'

/** Returns the journal of the database that will be replaced, or null if that database is empty. */
export async function replacedJournal(client: ClientBase): Promise<JournalEntry[] | null> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('journal') is not null as known`,
  )
  if (!rows[0]?.known || !(await client.query('select from partner limit 1')).rowCount) return null
  const journal = await client.query<Omit<JournalEntry, 'at'> & { at: Date }>(
    'select id, at, act, subject_id, detail from journal order by at, id',
  )
  return journal.rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }))
}

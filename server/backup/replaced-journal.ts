import type { ClientBase } from 'pg'
import type { JournalEntry } from '../journal/journal-file.ts'

/** The journal of the database that is about to be replaced; null where nothing was in it. */
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

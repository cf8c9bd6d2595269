import type { ClientBase } from 'pg'
import { unfinishedSql } from '../db/leased-rows.ts'
import type { JournalEntry } from '../journal/journal-file.ts'
import { endMemberAccess } from '../members/end-access.ts'

/**
 * Marks requests to the processor that were unsettled at the time of the backup as in doubt, because they may have been
 * made since. Each then queries the processor for the outcome before it acts.
 *
 * @returns the number of these requests.
 */
export async function doubtPayments(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `update payment_effect set in_doubt = true, status = 'due', claim_id = null,
       due_at = case status when 'running' then now() else due_at end
     where ${unfinishedSql('status')}`,
  )
  return rowCount ?? 0
}

/**
 * Ends all sessions, codes and invitations. Otherwise the ones ended or used after the backup would become valid again.
 * Everyone has to sign in again.
 *
 * @returns the number of sessions ended.
 */
export async function endSessions(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    'update session set ended_at = now() where ended_at is null and expires_at > now()',
  )
  await client.query('update phone_challenge set expires_at = now() where expires_at > now()')
  await client.query('update mail_confirmation set expires_at = now() where expires_at > now()')
  return (rowCount ?? 0) + (await endMemberAccess(client))
}

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

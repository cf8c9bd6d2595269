import type pg from 'pg'
import { isAliveSql } from '../is-alive.ts'
import { deleteExpiredDraft } from './delete-drafts.ts'

/**
 * Id of the job that holds a key's reference. An expired draft holds nothing: it is deleted here if the background
 * task has not deleted it yet, so that its reference is free at `expires_at` and not seconds later.
 */
export async function findReferenceHolder(
  pool: pg.Pool,
  { keyId, reference }: { keyId: string; reference: string },
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string; isAlive: boolean }>({
    name: 'find-reference-holder',
    text: `select id, ${isAliveSql} as "isAlive" from job where key_id = $1 and external_reference_nfc = $2`,
    values: [keyId, reference.normalize('NFC')],
  })
  const holder = rows[0]
  if (!holder) return null
  if (holder.isAlive) return holder.id
  return (await deleteExpiredDraft(pool, holder.id)) ? null : holder.id
}

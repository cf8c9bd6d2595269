import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { outbox } from './providers/outbox.ts'
import { type BodySealer, bodyOf } from './sealed-body.ts'

type Page = { before?: string | undefined; limit: number }

/**
 * Texts that stayed in the outbox, newest first. The text of a code is null without a `sealer`, and once the code was
 * used or has expired.
 */
export async function listOutbox(
  kysely: Kysely<Tables>,
  sealer: Pick<BodySealer, 'open'> | null,
  { before, limit }: Page,
) {
  let query = kysely
    .selectFrom('sms')
    .select(['id', 'kind', 'mode', 'to_phone', 'body', 'sealed_body as sealedBody', 'job_id', 'created_at'])
    .where('provider', '=', outboxName)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ sealedBody, body, ...row }) => ({
    ...row,
    body: bodyOf(sealer ?? { open: () => null }, { id: row.id, body, sealedBody }),
  }))
}

const outboxName = outbox.connect({}).name

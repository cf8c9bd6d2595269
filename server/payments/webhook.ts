import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * What a processor posted, once its signature is checked. `references` name what to look at again; `disputes` are looked at
 * as such, as they are the processor's before they are known here.
 */
export type WebhookEvent = { eventId: string; kind: string; references: string[]; disputes: string[] }

/** Null when it is not signed as it should be. Takes the very bytes that came: the signature is over them. */
export type WebhookReader = (posted: {
  bytes: Buffer
  signature: string | undefined
}) => Promise<WebhookEvent | null>

type Db = Kysely<Tables>

/** @returns false when it came before and was handled; one that was cut short is handled again. */
export async function beginEvent(db: Db, { eventId, kind }: WebhookEvent): Promise<boolean> {
  const row = await db
    .insertInto('webhook_event')
    .values({ id: eventId, kind })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ kind }).where('webhook_event.handled_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function endEvent(db: Db, { eventId }: WebhookEvent): Promise<void> {
  await db
    .updateTable('webhook_event')
    .set({ handled_at: sql<Date>`now()` })
    .where('id', '=', eventId)
    .execute()
}

/** Events are repeated for days at most. */
export async function forgetOldEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('webhook_event')
    .where('received_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}

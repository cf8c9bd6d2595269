import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * A webhook event whose signature is valid. `references` are the processor's ids to read again; `disputes` are listed
 * apart, because a dispute exists at the processor before we have a row for it.
 */
export type WebhookEvent = { eventId: string; kind: string; references: string[]; disputes: string[] }

/** Returns null when the signature is not valid. `bytes` must be the raw body, because the signature covers it. */
export type WebhookReader = (posted: {
  bytes: Buffer
  signature: string | undefined
}) => Promise<WebhookEvent | null>

type Db = Kysely<Tables>

/** @returns false when the event was handled before; an event whose handling was interrupted is handled again. */
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

/** Deletes events after 30 days: processors repeat an event for a few days at most. */
export async function forgetOldEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('webhook_event')
    .where('received_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}

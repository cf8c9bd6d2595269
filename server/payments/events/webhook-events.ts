import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { WebhookEvent } from '../processor.ts'

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

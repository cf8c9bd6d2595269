import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * A webhook event whose signature is valid. `references` are the processor's ids to read again; `disputes` are listed
 * apart, because a dispute exists at the processor before we have a row for it.
 */
export type WebhookEvent = { eventId: string; kind: string; references: string[]; disputes: string[] }

/** A processor's webhook, declared in its folder; `http/webhooks.ts` mounts it. */
export type ProcessorWebhook = {
  /** Path below `/webhooks`. */
  path: `/${string}`
  /** Lower-case names of the headers that `verify` needs. A request without one of them is refused. */
  headers: readonly string[]
  /** Size of the largest body that the processor posts. */
  maxBytes: number
  /** Kinds of events that Dray handles. Other kinds are acknowledged and ignored. */
  events: readonly string[]
  /** Returns null when the signature is not valid. */
  verify: (posted: SignedPost) => Promise<WebhookEvent | null>
}

/** `bytes` is the raw body, because the signature covers it. `headers` are those that the processor declares. */
export type SignedPost = { bytes: Buffer; headers: Record<string, string> }

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

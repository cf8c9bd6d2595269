import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DeliveryReport } from './provider.ts'

type Reported = DeliveryReport & { smsId: string; provider: string }

/**
 * Writes down what the provider says became of a text. A delivery proves that the provider had accepted it, also when that
 * answer was lost, so it ends the tries and wins over everything else. A failure counts for the message that was sent last;
 * one that comes before the answer of the call it belongs to is judged by `recordSent`.
 *
 * @returns whether anything changed: false for repeats, and for texts that are gone.
 */
export async function recordDelivery(db: Kysely<Tables>, report: Reported): Promise<boolean> {
  const { smsId, provider, messageId, delivery, error } = report
  const isDelivered = delivery === 'delivered'
  const { numUpdatedRows } = await db
    .updateTable('sms')
    .set({
      delivery,
      delivery_at: sql<Date>`now()`,
      provider_message_id: messageId,
      status: isDelivered
        ? 'sent'
        : sql`case when status in ('sent', 'unknown') then 'failed' else status end`,
      last_error: error,
      ...(isDelivered && { sent_at: sql<Date>`coalesce(sent_at, now())` }),
    })
    .where('id', '=', smsId)
    .where('provider', '=', provider)
    .where(sql<boolean>`(delivery is null or delivery not in ('delivered', ${delivery}))`)
    .where(
      sql<boolean>`(${isDelivered} or provider_message_id is null or provider_message_id = ${messageId})`,
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

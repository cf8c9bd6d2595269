import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DeliveryReport } from './provider.ts'

type Reported = DeliveryReport & { smsId: string; provider: string }

/**
 * Stores a delivery report. A delivery proves that the provider accepted the SMS, even if its response was lost, so it
 * stops the retries and overrides every other state. A failure counts only for the message that was sent last;
 * `recordSent` handles a failure report that arrives before the provider's response.
 *
 * @returns whether the row changed: false for repeated reports and deleted SMS.
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

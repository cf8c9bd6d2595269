import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { batchCalls } from '../lib/batch-calls.ts'
import type { DeliveryReport } from './provider.ts'

type Reported = DeliveryReport & { provider: string; smsId: string }

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

type ReceiptOptions = {
  /** The pauses before each further look for a row. */
  pausesMs?: readonly number[]
  /** Receipts that may wait for their row at once. */
  maxWaiting?: number
}

/**
 * Returns a function that stores a report with only the id of the provider, as the receipts of SMPP are. It may arrive,
 * at any node, before the answer that tells this id has been written, so its row is looked for several times: receipts
 * that arrive together share a query, and only so many wait at once. A report of an unknown id is dropped: the account
 * at the provider may be shared with others.
 *
 * @returns (the function) whether the row changed.
 * @throws (the function) when the database does not answer, or too many receipts wait; then the provider must repeat
 *   the report.
 */
export function createReceiptRecorder(
  { db, provider }: { db: Kysely<Tables>; provider: string },
  { pausesMs = [100, 400, 1_500, 3_000], maxWaiting = 1_000 }: ReceiptOptions = {},
): (report: DeliveryReport) => Promise<boolean> {
  const findSms = batchCalls<string, string | null>({
    work: (messageIds) => findSmsIds(db, provider, messageIds),
    maxRunning: 1,
    maxBatchSize: 1_000,
    maxWaitMs: 5_000,
  })
  let waiting = 0
  async function waitForSms(messageId: string): Promise<string | null> {
    if (waiting >= maxWaiting) throw new Error('too many receipts wait for their texts')
    waiting++
    try {
      for (const pauseMs of pausesMs) {
        await sleep(pauseMs)
        const smsId = await findSms(messageId)
        if (smsId !== null) return smsId
      }
      return null
    } finally {
      waiting--
    }
  }
  return async (report) => {
    const smsId = (await findSms(report.messageId)) ?? (await waitForSms(report.messageId))
    return smsId !== null && recordDelivery(db, { ...report, provider, smsId })
  }
}

/** The newest SMS of each id, in the order of the ids: an SMS centre may use an id again. */
async function findSmsIds(
  db: Kysely<Tables>,
  provider: string,
  messageIds: readonly string[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ messageId: string; id: string }>`
    select distinct on (provider_message_id) provider_message_id as "messageId", id from sms
    where provider = ${provider} and provider_message_id = any(${messageIds}::text[])
    order by provider_message_id, created_at desc`.execute(db)
  const found = new Map(rows.map(({ messageId, id }) => [messageId, id]))
  return messageIds.map((messageId) => found.get(messageId) ?? null)
}

/**
 * Stores an acceptance that arrives after its attempt has ended with an unknown outcome, so no node sends the SMS
 * again. An attempt that runs meanwhile loses its claim.
 *
 * @returns false when the SMS has ended, or was passed to another provider.
 */
export async function recordLateAcceptance(
  db: Kysely<Tables>,
  { smsId, provider, messageId }: { smsId: string; provider: string; messageId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sms')
    .set({ status: 'sent', last_error: null, provider_message_id: messageId, sent_at: sql`now()` })
    .where('id', '=', smsId)
    .where('provider', '=', provider)
    .where('status', 'in', ['due', 'running', 'unknown'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

import type { Kysely } from 'kysely'
import type { Tables } from '../../server/db/tables.ts'
import { newId } from '../../server/lib/ids.ts'

type Row = { provider: string; status: 'running' | 'sent' | 'unknown' | 'due'; messageId: string | null }

/** Inserts the text of a notice, in the given state at its provider. */
export async function insertNoticeText(kysely: Kysely<Tables>, { provider, status, messageId }: Row) {
  const [id, claim_id, account_id] = [newId(), newId(), newId()]
  const inAnHour = new Date(Date.now() + 3_600_000)
  const phone = `+3460${Math.floor(Math.random() * 10_000_000)}`
  await kysely.insertInto('account').values({ id: account_id, phone }).execute()
  const { id: notice_id } = await kysely
    .insertInto('notice')
    .values({ account_id, kind: 'payment_refused', job_id: null, told_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('sms')
    .values({
      id,
      kind: 'notice',
      account_id,
      notice_id,
      mode: 'live',
      to_phone: '+34600111222',
      body: 'Hello',
      provider,
      status,
      claim_id,
      due_at: inAnHour,
      give_up_at: inAnHour,
      provider_message_id: messageId,
    })
    .execute()
  return { id, claimId: claim_id }
}

export const readDelivery = (kysely: Kysely<Tables>, id: string) =>
  kysely
    .selectFrom('sms')
    .select(['status', 'delivery', 'last_error', 'provider_message_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

import type { Kysely, Transaction } from 'kysely'
import type { KeyMode } from '#contract/vocabulary.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'

/** Locks a key of this partner and changes it. Returns null if the partner has no such key. */
export function changeKeyOf<T>(
  kysely: Kysely<Tables>,
  { keyId, partnerId }: { keyId: string; partnerId: string },
  change: (trx: Transaction<Tables>, mode: KeyMode) => Promise<T>,
): Promise<{ outcome: T } | null> {
  return inTransaction(kysely, async (trx) => {
    const key = await trx
      .selectFrom('api_key')
      .select('mode')
      .where('id', '=', keyId)
      .where('partner_id', '=', partnerId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    return key ? { outcome: await change(trx, key.mode) } : null
  })
}

import type { Kysely } from 'kysely'
import { type By, recordAudit } from '../../../db/audit.ts'
import type { Tables } from '../../../db/tables.ts'

/** Records that somebody searches the jobs of a phone, by its last two digits only. */
export function recordPhoneSearch(
  kysely: Kysely<Tables>,
  { phone, by }: { phone: string; by: By },
): Promise<void> {
  const changes = { last_two_digits: { from: null, to: phone.slice(-2) } }
  return kysely
    .transaction()
    .execute((trx) => recordAudit(trx, { ...by, act: 'job.search_phone', targets: [], changes }))
}

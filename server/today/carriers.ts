import { sql } from 'kysely'
import type { Entry, Source } from './entry.ts'

/** Carriers who wait for the operator's approval. */
export const waitingCarriers: Source = {
  kinds: ['carrier_waiting'],
  rows: sql<Entry>`
    select 'carrier_waiting' as kind, account_id as "subjectId", account_id as "accountId", null as "jobId",
      account.name as label, status_changed_at as since, status_changed_at as "costsAt", null::integer as "amountCents", null as cause
    from carrier join account on account.id = account_id
    where carrier.status = 'pending' and account.suspended_at is null and account.erased_at is null`,
}

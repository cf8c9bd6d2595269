import { sql } from 'kysely'
import { wasAskedFor } from '../accounts/documents/ask-for-document.ts'
import type { Entry, Source } from './entry.ts'

/** Documents that wait for a decision. Those of a carrier who waits are part of that entry. */
export const waitingDocuments: Source = {
  kinds: ['document_waiting'],
  rows: sql<Entry>`
    select 'document_waiting' as kind, document.id as "subjectId", document.account_id as "accountId", null as "jobId",
      account.name as label, document.created_at as since, document.created_at as "costsAt",
      null::integer as "amountCents", document.kind as cause
    from carrier_document document join account on account.id = document.account_id
    join carrier on carrier.account_id = document.account_id
    where document.status = 'waiting' and carrier.status <> 'pending' and account.suspended_at is null and account.erased_at is null`,
}

/**
 * Accepted documents in their last 30 days, and those that have ended, until the next of their kind is accepted. Only of
 * carriers who may accept jobs. A document that ended suspends nobody by itself. Left out for some days once staff have asked.
 */
export const expiringDocuments: Source = {
  kinds: ['document_expires'],
  rows: sql<Entry>`
    select 'document_expires' as kind, document.id as "subjectId", document.account_id as "accountId", null as "jobId",
      account.name as label,
      greatest(document.decided_at, (document.expires_on - 30)::timestamp at time zone 'UTC') as since,
      (document.expires_on + 1)::timestamp at time zone 'UTC' as "costsAt",
      null::integer as "amountCents", document.kind as cause
    from carrier_document document join account on account.id = document.account_id
    join carrier on carrier.account_id = document.account_id
    where document.status = 'accepted' and document.expires_on <= (now() at time zone 'UTC')::date + 30
      and carrier.status = 'approved' and not ${wasAskedFor} and account.suspended_at is null and account.erased_at is null`,
}

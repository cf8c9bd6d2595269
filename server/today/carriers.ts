import { sql } from 'kysely'
import type { Entry, Source } from './entry.ts'

/** Carriers who wait for the operator's approval, each with the documents that wait with them. */
export const waitingCarriers: Source = {
  kinds: ['carrier_waiting'],
  rows: sql<Entry>`
    select 'carrier_waiting' as kind, carrier.account_id as "subjectId", carrier.account_id as "accountId",
      null as "jobId", account.name as label, status_changed_at as since, status_changed_at as "costsAt",
      null::integer as "amountCents", null as cause, papers.parts, papers.count,
      greatest(status_changed_at, papers.latest) as "newsAt"
    from carrier join account on account.id = carrier.account_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', d.id, 'jobId', null, 'label', null, 'detail', null, 'amountCents', null, 'cause', d.kind)
          order by d.created_at) as parts,
        count(*)::integer + 1 as count, max(d.created_at) as latest
      from carrier_document d where d.account_id = carrier.account_id and d.status = 'waiting') as papers
    where carrier.status = 'pending' and account.suspended_at is null and account.erased_at is null`,
}

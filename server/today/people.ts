import { sql } from 'kysely'
import { wasAskedFor } from '../accounts/documents/ask-for-document.ts'
import { refusedOf } from '../members/refused-proofs.ts'
import type { Entry, Source } from './entry.ts'

/** Carriers who wait for the operator's approval, each with their pending documents. */
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

/** Documents that wait for a decision. A waiting carrier's documents are part of the carrier's entry. */
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
 * Accepted documents in their last 30 days, and expired ones, until the next of their kind is accepted. Only of
 * carriers who may accept jobs. An expired document suspends no carrier. Excluded for some days after a request to the
 * carrier.
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

/**
 * More than a member's own mistakes within a day: three codes after the right password, ten proofs, or a copied
 * passkey.
 */
const [maxCodes, maxOfAll] = [2, 9]

/**
 * Members with repeatedly refused proofs within a day, from unknown browsers. The entry ends a day after the last
 * refusal.
 */
export const refusedMembers: Source = {
  kinds: ['sign_in_refused'],
  rows: sql<Entry>`
    select 'sign_in_refused' as kind, m.id as "subjectId", null::uuid as "accountId", null::uuid as "jobId",
      concat_ws(' · ', m.name, p.company_name) as label, min(r.first_at) as since, min(r.first_at) as "costsAt",
      null::integer as "amountCents", sum(${refusedOf})::text as cause
    from member_refusal r join member m on m.id = r.member_id left join partner p on p.id = m.partner_id
    where r.last_at > now() - interval '24 hours' and m.suspended_at is null
    group by m.id, p.id
    having sum(codes) - least(sum(codes), sum(known)) > ${maxCodes} or sum(${refusedOf}) - sum(known) > ${maxOfAll}
      or sum(copies) > 0`,
}

import { sql } from 'kysely'
import { refusedOf } from '../members/refused-proofs.ts'
import type { Entry, Source } from './entry.ts'

/** More than a member's own slips, within a day: three codes after the right password, ten proofs, or a copied passkey. */
const [maxCodes, maxOfAll] = [2, 9]

/**
 * Members whose proofs were refused again and again within a day, from browsers that had not signed in before. It leaves by itself a
 * day after the last of them.
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

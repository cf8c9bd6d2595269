import type { ListedJob } from '#contract/admin/listed-job.ts'
import type { StaffJobRow } from '../../../jobs/queries/staff/list-jobs.ts'
import type { MemberCaller } from '../../callers.ts'
import { shownPhone, shownWords } from '../sees-phones.ts'

/** A job of a list as this member sees it. */
export function presentListedJob(row: StaffJobRow, caller: Pick<MemberCaller, 'role'>): ListedJob {
  const { id, customer_phone: phone, partner_id, company_name } = row
  const words = shownWords(caller)
  return {
    job_id: id,
    short_id: row.short_id,
    status: row.status,
    mode: row.mode,
    external_reference: words(row.external_reference),
    title: words(row.title),
    size: row.size,
    partner: partner_id && company_name ? { partner_id, company_name } : null,
    customer: party(row.customer_id, words(row.customer_name)),
    customer_phone: phone === null ? null : shownPhone(caller)(phone),
    carrier: party(row.carrier_id, words(row.carrier_name)),
    pickup_town: row.pickup_town,
    dropoff_town: row.dropoff_town,
    distance_km: row.distance_km,
    total_cents: row.total_cents,
    money: row.money,
    open_problem: row.open_problem,
    hidden: row.hidden,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expires_at: row.status === 'draft' ? row.expires_at.toISOString() : null,
  }
}

const party = (id: string | null, name: string | null) => (id ? { account_id: id, name } : null)

import type pg from 'pg'
import { busyCarrierPhone, busyCustomerPhone } from './fill/people.ts'

/** Ids of the requested rows: the rows with the most related rows. */
export type Subjects = {
  largePartnerId: string
  smallPartnerId: string
  /** A partner without jobs. */
  newPartnerId: string
  largeKeyId: string
  carrierId: string
  customerId: string
  tariffId: string
  jobId: string
  /** Of the large partner. */
  ownJobId: string
  refundedJobId: string
  paymentId: string
  reconciliationId: string
  memberId: string
  carrierWithDocuments: string
  closedMonth: string
  openMonth: string
  currentMonth: string
}

export async function findSubjects(pool: pg.Pool): Promise<Subjects> {
  const { rows } = await pool.query<Subjects>(
    `select large.id as "largePartnerId", small.id as "smallPartnerId", fresh.id as "newPartnerId",
       (select id from api_key where partner_id = large.id and mode = 'live' order by id limit 1) as "largeKeyId",
       (select id from account where phone = $1) as "carrierId", (select id from account where phone = $2) as "customerId",
       (select id from tariff limit 1) as "tariffId",
       (select id from job where status = 'completed' order by created_at desc limit 1) as "jobId",
       (select job.id from job where job.status = 'completed'
         and job.key_id in (select id from api_key where partner_id = large.id) order by job.created_at desc limit 1)
         as "ownJobId",
       (select job_id from ledger_transfer where kind = 'refund' order by at desc limit 1) as "refundedJobId",
       (select payment_id from ledger_transfer where kind = 'refund' order by at desc limit 1) as "paymentId",
       (select run_id from reconciliation_difference group by 1 order by count(*) desc limit 1) as "reconciliationId",
       (select actor_id from audit_event where actor_type = 'staff' order by id desc limit 1) as "memberId",
       (select account_id from carrier_document group by 1 order by count(*) desc limit 1) as "carrierWithDocuments",
       (select max(month) from month_closing) as "closedMonth",
       to_char(now() - interval '1 month', 'YYYY-MM') as "openMonth", to_char(now(), 'YYYY-MM') as "currentMonth"
     from partner large, partner small, partner fresh where fresh.company_name = 'New' and large.company_name = 'Large' and small.company_name = 'Partner 7'`,
    [busyCarrierPhone, busyCustomerPhone],
  )
  const [found] = rows
  if (!found) throw new Error('the database is not filled')
  return found
}

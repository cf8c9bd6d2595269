import { unfinishedSql } from '../db/leased-rows.ts'

/** In addition to `isAlive`: a payment or an unsettled effect at the processor still needs its job. */
export const isPayingSql = `exists (
  select 1 from payment where payment.job_id = job.id and (
    payment.status in ('authorizing', 'action_required', 'held', 'capturing', 'releasing')
    or exists (select 1 from payment_effect e where e.payment_id = payment.id and ${unfinishedSql('e.status')})))`

import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** What a carrier got for a job besides its price or fee, and what refunds took from it (decision 72). */
export type CarrierExtras = {
  /** Without the part of a refunded tip that the carrier bears. */
  tipCents: number
  borneCents: number
}

export async function readExtras(
  kysely: Kysely<Tables>,
  { jobId, carrierId }: { jobId: string; carrierId: string },
): Promise<CarrierExtras> {
  const { rows } = await sql<CarrierExtras>`
    with part as (
      select p.purpose = 'tip' as of_tip, coalesce(sum(s.amount_cents), 0)::integer as cents
      from cost_share s join payment p on p.id = s.payment_id
      where s.carrier_id = ${carrierId} and s.payment_id in (select id from payment where job_id = ${jobId}) group by 1)
    select
      ((select coalesce(sum(captured_cents), 0) from payment where job_id = ${jobId} and purpose = 'tip')
        - coalesce((select cents from part where of_tip), 0))::integer as "tipCents",
      coalesce((select cents from part where not of_tip), 0) as "borneCents"`.execute(kysely)
  return rows[0] ?? { tipCents: 0, borneCents: 0 }
}

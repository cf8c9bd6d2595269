import { type RawBuilder, sql } from 'kysely'

/** Columns about a row's job, for statements that join `job` and, with `jobJoins`, who handed it over. */
export type JobColumns = {
  jobId: string | null
  jobTitle: string | null
  partnerId: string | null
  companyName: string | null
}

export const jobColumns = sql`job.id as "jobId", job.title as "jobTitle", partner.id as "partnerId",
  partner.company_name as "companyName"`

export const jobJoins = (column: RawBuilder<unknown>) => sql`
  left join job on job.id = ${column}
  left join api_key on api_key.id = job.key_id
  left join partner on partner.id = api_key.partner_id`

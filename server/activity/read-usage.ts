import type pg from 'pg'

export type UsageStep = 'hour' | 'day'

export type UsagePoint = {
  at: Date
  key_id: string
  /** 2 for 200 to 299. */
  status_class: number
  calls: number
  ms_average: number
  ms_max: number
}

export type UsageInput = { partnerId: string; from: Date; to: Date; step: UsageStep }

/** The calls of a partner by key and status class, for a chart; steps without a call are absent. Days are of UTC. */
export async function readUsage(
  pool: pg.Pool,
  { partnerId, from, to, step }: UsageInput,
): Promise<UsagePoint[]> {
  const { rows } = await pool.query<UsagePoint>(
    `select date_trunc('${step}', minute, 'UTC') as at, key_id, status / 100 as status_class,
       sum(calls)::integer as calls, round(sum(ms_sum) / sum(calls))::integer as ms_average, max(ms_max) as ms_max
     from request_minute
     where key_id = any(array(select id from api_key where partner_id = $1)) and minute >= $2 and minute < $3
     group by 1, 2, 3 order by 1, 2, 3`,
    [partnerId, from, to],
  )
  return rows
}

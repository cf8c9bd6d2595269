import type pg from 'pg'

export type RatingSummary = { average: number | null; count: number }

/** Average ratings by carriers or by customers, by account id; accounts without a rating are left out. */
export async function ratingsOf(
  pool: pg.Pool,
  { accountIds, by }: { accountIds: readonly string[]; by: 'customer' | 'carrier' },
): Promise<Map<string, RatingSummary>> {
  const { rows } = await pool.query<RatingSummary & { id: string }>({
    name: 'ratings-of',
    text: `select about_account_id as id, round(avg(stars), 1)::float8 as average, count(*) as count from rating
           where about_account_id = any($1) and by_role = $2 group by about_account_id`,
    values: [accountIds, by],
  })
  return new Map(rows.map(({ id, average, count }) => [id, { average, count }]))
}

export const unrated: RatingSummary = { average: null, count: 0 }

import type pg from 'pg'

type Way<Args extends unknown[], Found> = (pool: pg.Pool) => (...args: Args) => Promise<Found>

/**
 * Chooses how jobs near a place are found, as the schema allows (migration 0008): from an index that yields jobs by
 * distance, or, where its extension could not be installed, by measuring and sorting all jobs in a box of degrees. Both
 * compute the same chord from the same rounded position, so both find the same.
 */
export function byFeedPoint<Args extends unknown[], Found>(
  pool: pg.Pool,
  { byPoint, byBox }: { byPoint: Way<Args, Found>; byBox: Way<Args, Found> },
): (...args: Args) => Promise<Found> {
  let way: Promise<(...args: Args) => Promise<Found>> | null = null
  return async (...args) => {
    way ??= hasFeedPoint(pool).then((has) => (has ? byPoint(pool) : byBox(pool)))
    // After an error of the query, the next call retries.
    const find = await way.catch((error: unknown) => {
      way = null
      throw error
    })
    return find(...args)
  }
}

async function hasFeedPoint(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_attribute where attrelid = 'job'::regclass and attname = 'feed_point' and not attisdropped`,
  )
  return rowCount === 1
}

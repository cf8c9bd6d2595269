import type pg from 'pg'
import type { Point } from '#lib/gazetteer/data/distance.ts'
import { newId } from '../../server/lib/ids.ts'

/**
 * Adds open jobs with a held payment at these points, rounded as in the feed, where calls would take too long. Job
 * n pays 10 + n % 100 euros, has n % 5 floors without an elevator, and ends 0.1 degrees north of where it begins.
 */
export async function addOpenJobs(pool: pg.Pool, points: Point[]): Promise<void> {
  await pool.query(
    `insert into job (id, short_id, mode, status, title, size, customer_phone, pickup, dropoff, route, duration_minutes,
       tariff_id, price, expires_at, posted_at, feed_lat, feed_lon)
     select id, replace(id::text, '-', ''), 'live', 'posted', 'Sofa', 'S', '+34612345678',
       jsonb_build_object('floor', n % 5, 'hasElevator', false), jsonb_build_object('lat', lat + 0.1, 'lon', lon), '{}', 60,
       '00000000-0000-7000-8000-000000000001', jsonb_build_object('helperCents', 1000 + n % 100 * 100), now(), now(), lat, lon
     from unnest($1::uuid[], $2::float8[], $3::float8[]) with ordinality as given (id, lat, lon, n)`,
    [points.map(newId), points.map(({ lat }) => lat), points.map(({ lon }) => lon)],
  )
  await pool.query(
    `insert into account (id, phone) values ('00000000-0000-7000-8000-000000000002', '+34612345678')
     on conflict do nothing`,
  )
  await pool.query(
    `insert into payment (id, purpose, account_id, job_id, source, processor, mode, status, amount_cents)
     select id, 'publish', '00000000-0000-7000-8000-000000000002', id, 'wallet', 'sandbox', 'live', 'held', 100 from job
     where not exists (select from payment where payment.job_id = job.id)`,
  )
}

const rounded = (angle: number): number => Math.round(angle * 100) / 100
const wrapped = (lon: number): number => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon)

/** Random points in a square of `spread` degrees, rounded as in the feed. */
export const pointsAround = ({ lat, lon }: Point, spread: number, count: number): Point[] =>
  Array.from({ length: count }, () => ({
    lat: rounded(Math.max(-90, Math.min(90, lat + (Math.random() - 0.5) * spread))),
    lon: rounded(wrapped(lon + (Math.random() - 0.5) * spread)),
  }))

import type { Kysely, Selectable } from 'kysely'
import type pg from 'pg'
import type { JobSize, JobStatus } from '#contract/vocabulary.ts'
import { kilometresBetween, type Point } from '#lib/gazetteer/data/distance.ts'
import { type RatingSummary, ratingsOf, unrated } from '../../accounts/carriers/read-carrier.ts'
import { isInList } from '../../db/kept-plan.ts'
import type { Tables } from '../../db/tables.ts'
import { zoneOf } from '../../lib/place-zone.ts'
import { stairFloors } from '../../pricing/price.ts'
import { isHeldSql, isNewToSql, isOfAnotherSql, isPublicSql, sizesThatFit } from '../eligibility.ts'
import { placeName, type Quote, type Stop } from '../job.ts'
import { type JobPhoto, readPhotos } from '../read-photos.ts'
import { alreadyTaken } from '../refusals.ts'
import { readWishesAhead, type WishRow } from '../windows/read-time.ts'
import { isAwayKnown, roughUncertaintyKm } from './away.ts'
import { type HourlyPay, hourlyPay, type Work } from './hourly-pay.ts'
import type { FeedCursor, Nearest, Searcher } from './nearest.ts'
import { chordOf, kmOf } from './sphere.ts'

export type FeedNeeds = { pool: pg.Pool; kysely: Kysely<Tables>; nearest: Nearest }

/**
 * A job as a carrier sees it before accepting: towns and rounded positions, no address, no name, no phone. Also without
 * the customer's notes, which may contain directions to the door.
 */
export type OfferedJob = {
  id: string
  title: string
  description: string | null
  size: JobSize
  pickup: RoughEnd
  dropoff: RoughEnd
  awayKm: number
  /** False when the positions are too imprecise to show `awayKm`. */
  isAwayKnown: boolean
  trip: Pick<Quote, 'pickup' | 'dropoff' | 'route'>
  durationMinutes: number
  collectHours: number
  timeZone: string
  /** Those that are not over. */
  wishes: WishRow[]
  earnsCents: number
  hourly: HourlyPay | null
  /** Only on the way home. */
  detourKm: number | null
  photos: JobPhoto[]
  customerRating: RatingSummary
  postedAt: Date
}

type RoughEnd = {
  place: string
  floor: number | null
  hasElevator: boolean | null
  point: Point
  uncertaintyKm: number
}

export const jobsPerPage = 50

/** One page of the jobs near a carrier. `next` is the position after which the next page begins; null at the end. */
export async function readFeed(
  needs: FeedNeeds,
  searcher: Searcher,
  { after }: { after: FeedCursor | null },
): Promise<{ jobs: OfferedJob[]; next: FeedCursor | null }> {
  const places = await needs.nearest(searcher, { after, limit: jobsPerPage + 1 })
  const page = places.slice(0, jobsPerPage)
  const jobs = await readOffers(needs, searcher, page)
  return { jobs, next: places.length > jobsPerPage ? (page.at(-1) ?? null) : null }
}

/** Reads the offered jobs for these positions, in their order; leaves out jobs that are no longer posted. */
export async function readOffers(
  { pool, kysely }: Pick<FeedNeeds, 'pool' | 'kysely'>,
  { baseUncertaintyKm }: Pick<Searcher, 'baseUncertaintyKm'>,
  places: FeedCursor[],
): Promise<OfferedJob[]> {
  if (places.length === 0) return []
  const ids = places.map(({ id }) => id)
  const [rows, photos, wishes] = await Promise.all([
    jobsOf(pool, ids),
    readPhotos(kysely, ids),
    readWishesAhead(kysely, ids),
  ])
  const customers = [...rows.values()].flatMap(({ customer_id }) => customer_id ?? [])
  const ratings = await ratingsOf(pool, { accountIds: customers, by: 'carrier' })
  return places.flatMap(({ id, chord }) => {
    const row = rows.get(id)
    if (!row) return []
    const rating = ratings.get(row.customer_id ?? '') ?? unrated
    const extras = { chord, baseUncertaintyKm, rating, photos: photos.get(id)?.items ?? [] }
    return offer(row, { ...extras, wishes: wishes.filter(({ job_id }) => job_id === id) })
  })
}

/** The columns of an offer. The row type follows from them: code that reads another column does not compile. */
const offerColumns = [
  'id',
  'customer_id',
  'title',
  'description',
  'size',
  'pickup',
  'dropoff',
  'route',
  'duration_minutes',
  'collect_hours',
  'price',
  'posted_at',
  'feed_lat',
  'feed_lon',
] as const satisfies (keyof JobRow)[]

type Row = Present<Pick<JobRow, (typeof offerColumns)[number]>, 'posted_at' | 'feed_lat' | 'feed_lon'>

type JobRow = Selectable<Tables['job']>

/** A published job has them. */
type Present<R, K extends keyof R> = Omit<R, K> & { [Name in K]: NonNullable<R[Name]> }

async function jobsOf(pool: pg.Pool, ids: string[]): Promise<Map<string, Row>> {
  const { rows } = await pool.query<Row>({
    name: 'feed-jobs',
    text: `select ${offerColumns.join(', ')} from job where ${isInList('id', '$1', 'uuid')} and status = 'posted'`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

type Extras = Pick<OfferedJob, 'photos' | 'wishes'> & {
  chord: number
  baseUncertaintyKm: number
  rating: RatingSummary
}

function offer(row: Row, { chord, baseUncertaintyKm, rating, photos, wishes }: Extras): OfferedJob {
  const { pickup, dropoff, route } = row
  const awayKm = oneDecimal(kmOf(chord))
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    size: row.size,
    pickup: { ...roughEnd(pickup), point: { lat: row.feed_lat, lon: row.feed_lon } },
    dropoff: roughEnd(dropoff),
    awayKm,
    isAwayKnown: isAwayKnown({ awayKm, baseUncertaintyKm, pickup }),
    trip: { pickup, dropoff, route },
    durationMinutes: row.duration_minutes,
    collectHours: row.collect_hours,
    timeZone: zoneOf(pickup),
    wishes,
    earnsCents: row.price.helperCents,
    hourly: hourlyPay(workOf(row, { awayKm, baseUncertaintyKm })),
    detourKm: null,
    photos,
    customerRating: rating,
    postedAt: row.posted_at,
  }
}

const workOf = (
  { size, pickup, dropoff, route, price }: Row,
  { awayKm, baseUncertaintyKm }: { awayKm: number; baseUncertaintyKm: number },
): Work => ({
  earnsCents: price.helperCents,
  size,
  stairFloors: stairFloors(pickup, dropoff),
  drive: { minutes: route.driveMinutes, isByRoad: !route.approximate },
  trip: { km: route.distanceKm, uncertaintyKm: pickup.uncertaintyKm + dropoff.uncertaintyKm },
  away: { km: awayKm, uncertaintyKm: baseUncertaintyKm + roughUncertaintyKm(pickup) },
})

const roughEnd = (stop: Stop): RoughEnd => ({
  place: placeName(stop),
  floor: stop.floor,
  hasElevator: stop.hasElevator,
  point: { lat: twoDecimals(stop.lat), lon: twoDecimals(stop.lon) },
  uncertaintyKm: roughUncertaintyKm(stop),
})

const oneDecimal = (value: number): number => Math.round(value * 10) / 10
const twoDecimals = (value: number): number => Math.round(value * 100) / 100

/**
 * Reads one offered job at any distance, because a link in a push message stays valid when the radius changes. Null
 * when the job is deleted, or this carrier could never accept it.
 *
 * @throws Problem `already_taken` when a carrier has accepted it.
 */
export async function readFeedJob(
  needs: Pick<FeedNeeds, 'pool' | 'kysely'>,
  searcher: Searcher,
  jobId: string,
): Promise<OfferedJob | null> {
  const { accountId, base, vehicleSize } = searcher
  const { rows } = await needs.pool.query<OfferRow>({
    name: 'feed-job',
    text: `select status, size, feed_lat as lat, feed_lon as lon, ${isHeldSql} as held from job
           where id = $1 and ${isPublicSql} and ${isOfAnotherSql('$2')} and ${isNewToSql('$2')}
             and feed_lat is not null and feed_lon is not null`,
    values: [jobId, accountId],
  })
  const [job] = rows
  if (!job || !sizesThatFit(vehicleSize).includes(job.size)) return null
  if (job.status === 'accepted' || job.status === 'completed') throw alreadyTaken
  if (job.status !== 'posted' || !job.held) return null
  const chord = chordOf(kilometresBetween(base, job))
  const [offer] = await readOffers(needs, searcher, [{ id: jobId, chord }])
  return offer ?? null
}

type OfferRow = { status: JobStatus; size: JobSize; lat: number; lon: number; held: boolean }

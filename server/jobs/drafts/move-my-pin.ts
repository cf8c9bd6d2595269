import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, type Transaction } from 'kysely'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import type { Tables } from '../../db/tables.ts'
import type { CountLookUp } from '../../geocoding/look-up-caps.ts'
import { Problem } from '../../lib/problem.ts'
import { readVersion } from '../../pricing/versions.ts'
import { findCustomersJob, lockCustomersJob } from '../find-job.ts'
import { isPayingSql } from '../is-alive.ts'
import type { Quote, Stop } from '../job.ts'
import { changesPrice, customersReachKm, locatedOf, withPin } from '../pins.ts'
import { wrongState } from '../refusals.ts'
import type { JobRow } from '../transition.ts'
import { measure, priced, type QuoteNeeds } from './quote.ts'

type PinNeeds = Pick<QuoteNeeds, 'router' | 'maxDistanceKm'> & {
  kysely: Kysely<Tables>
  countLookUp: CountLookUp
}

type MovedPin = {
  jobId: string
  customerId: string
  stop: 'pickup' | 'dropoff'
  lat: number
  lon: number
}

/**
 * The customer sets an end of their draft on the map. If the pin is no longer at the door that was priced, distance,
 * duration and price are computed again, by the tariff of the job. Repeating the request changes no value.
 *
 * @throws Problem `not_found`; `wrong_state` for a published job, a job of a partner, or a pin that is too far away;
 *   `payment_pending`; `rate_limit_exceeded` after too many prices; as `measure`, such as `service_unavailable` while
 *   the router is down. Then the pin stays.
 */
export async function moveMyPin(needs: PinNeeds, move: MovedPin): Promise<void> {
  const seen = await findCustomersJob(needs.kysely, move)
  refuse(seen, move)
  const change = await changeOf(needs, seen, move)
  await needs.kysely.transaction().execute(async (trx) => {
    const job = await lockCustomersJob(trx, move)
    refuse(job, move)
    if (!isDeepStrictEqual([job.pickup, job.dropoff], [seen.pickup, seen.dropoff])) throw otherPin
    await write(trx, move, change)
  })
}

/** Whether a customer can set the pins of a job in this state. */
export const hasOwnPins = ({ origin, status }: Pick<JobRow, 'origin' | 'status'>): boolean =>
  origin === 'app' && status === 'draft'

function refuse(job: JobRow, { stop, lat, lon }: MovedPin): void {
  if (job.origin !== 'app') throw partnersPin
  if (job.status !== 'draft') throw wrongState(job)
  const most = customersReachKm(job[stop])
  if (kilometresBetween(locatedOf(job[stop]), { lat, lon }) > most) throw tooFar(most)
}

type Change = Pick<Quote, 'pickup' | 'dropoff'> & Partial<Pick<Quote, 'route' | 'price' | 'durationMinutes'>>

/** Asks the router before the job is locked. */
async function changeOf(
  needs: PinNeeds,
  job: JobRow,
  { customerId: accountId, stop, ...pin }: MovedPin,
): Promise<Change> {
  const { pickup, dropoff, size } = job
  const set = withPin(job[stop], pin)
  if (!changesPrice(job[stop], pin)) return { pickup, dropoff, [stop]: set }
  const moved: Stop = { ...set, priced: { lat: pin.lat, lon: pin.lon } }
  const ends = { pickup, dropoff, [stop]: moved }
  const version = await readVersion(needs.kysely, job.tariff_id)
  if (!version) throw new Error(`The tariff of job ${job.id} is missing`)
  await needs.countLookUp('price', { accountId })
  const route = await measure(needs, ends)
  return { ...ends, route, ...priced({ ...ends, route, size }, version.terms) }
}

async function write(trx: Transaction<Tables>, { jobId, customerId, stop }: MovedPin, change: Change) {
  const { pickup, dropoff, route, price, durationMinutes } = change
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set({
      pickup: JSON.stringify(pickup),
      dropoff: JSON.stringify(dropoff),
      ...(route && { route: JSON.stringify(route) }),
      ...(price && { price: JSON.stringify(price) }),
      ...(durationMinutes !== undefined && { duration_minutes: durationMinutes }),
    })
    .where('id', '=', jobId)
    .where('status', '=', 'draft')
    .where(sql<boolean>`not ${sql.raw(isPayingSql)}`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw paying
  await trx
    .insertInto('job_event')
    .values({
      job_id: jobId,
      actor: 'customer',
      actor_id: customerId,
      reason: `${stop} moved on the map${price ? ', priced again' : ''}`,
    })
    .execute()
}

const partnersPin = new Problem('wrong_state', (t) => t.jobs.pins.partners)
const otherPin = new Problem('wrong_state', (t) => t.jobs.pins.changed)
const paying = new Problem('payment_pending', (t) => t.payments.inProgress)

const tooFar = (maxKm: number) =>
  new Problem('wrong_state', (t) => t.jobs.pins.tooFar(Math.round(maxKm * 10) / 10))

import { type Kysely, sql } from 'kysely'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import type { Tables } from '../../db/tables.ts'
import { isAlive } from '../is-alive.ts'
import { exactKm, locatedOf } from '../pins.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { unknownJob } from '../refusals.ts'
import { pinRefusal } from '../staff-guards.ts'

export type Pin = { stop: 'pickup' | 'dropoff'; lat: number; lon: number }

/**
 * Staff set an end of a job on the map if the located address was vague. Carriers see the new point; the agreed price
 * and distance do not change.
 *
 * @throws Problem `not_found`, `wrong_state` after the collection, or for a point in another place.
 */
export async function movePin(
  { kysely }: { kysely: Kysely<Tables> },
  { stop, lat, lon, ...act }: StaffAct & Pin,
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await recordStaffAct(trx, act, {
      words: `${stop} moved on the map`,
      act: 'job.move_pin',
      changes: { stop: { from: null, to: stop } },
    })
    const { status, collected_at, delivered_at } = job
    const located = locatedOf(job[stop])
    const refusal = pinRefusal({
      status,
      isCollected: (stop === 'pickup' && collected_at !== null) || delivered_at !== null,
      awayKm: kilometresBetween(located, { lat, lon }),
      uncertaintyKm: located.uncertaintyKm,
    })
    if (refusal) throw refusal
    const moved = { lat, lon, precision: 'house', uncertaintyKm: exactKm, provider: 'staff', located }
    const { numUpdatedRows } = await trx
      .updateTable('job')
      .set({
        [stop]: sql`${sql.ref(stop)} || ${JSON.stringify(moved)}::jsonb`,
        ...(stop === 'pickup' &&
          status !== 'draft' && {
            feed_lat: sql<number>`round(${lat}::numeric, 2)`,
            feed_lon: sql<number>`round(${lon}::numeric, 2)`,
          }),
      })
      .where('id', '=', job.id)
      .where(isAlive)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw unknownJob
  })
}

import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { maxAreas } from '#contract/app/feed.ts'
import type { Point } from '#lib/gazetteer/data/distance.ts'
import type { Tables } from '../../db/tables.ts'
import type { RememberingGeocoder } from '../../geocoding/geocoder.ts'
import type { CountLookUp } from '../../geocoding/look-up-caps.ts'
import { whyRefused } from '../../geocoding/why-refused.ts'
import { Problem } from '../../lib/problem.ts'
import { roughPoint } from './way-home.ts'

export type Area = Selectable<Tables['carrier_area']>

export type SaveAreaNeeds = {
  kysely: Kysely<Tables>
  geocoder: Pick<RememberingGeocoder, 'geocode'>
  countLookUp: CountLookUp
}

export type AreaInput = {
  areaId: string
  accountId: string
  name: string
  radiusKm: number
  hasAlerts: boolean
  address: string | undefined
  /** Where the phone is. */
  point: Point | undefined
}

/** How far a phone's place is from where it is stored: it is rounded to 0.01 degrees, by client and server. */
export const phoneUncertaintyKm = 0.8

/** The areas of a carrier, the oldest first. */
export const readAreas = (kysely: Kysely<Tables>, accountId: string): Promise<Area[]> =>
  kysely
    .selectFrom('carrier_area')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findArea = (
  kysely: Kysely<Tables>,
  { accountId, areaId }: Pick<AreaInput, 'accountId' | 'areaId'>,
): Promise<Area | undefined> =>
  kysely
    .selectFrom('carrier_area')
    .selectAll()
    .where('id', '=', areaId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/**
 * Creates or changes an area. Without an address or a point its place stays.
 *
 * @throws Problem `validation_error` for both or, of a new area, none; `geocoding_failed` (422) keyed `address`;
 *   `service_unavailable` (503) when the geocoder is down; `rate_limit_exceeded` (429) after too many look-ups;
 *   `wrong_state` (409) for one area too many; `not_found` when another carrier has the id, or the area was deleted
 *   meanwhile.
 */
export async function saveArea(needs: SaveAreaNeeds, given: AreaInput): Promise<void> {
  const before = await findArea(needs.kysely, given)
  const place = await placeOf(needs, given, before)
  await needs.kysely.transaction().execute(async (trx) => {
    // Areas of one carrier are saved one after the other, and an erasure waits.
    await sql`select from carrier where account_id = ${given.accountId} for update`.execute(trx)
    if (await isFull(trx, given)) throw tooMany
    const isWritten = before ? await change(trx, given, place) : await create(trx, given, place)
    if (!isWritten) throw unknownArea
  })
}

type Place = Pick<Area, 'address' | 'place' | 'lat' | 'lon' | 'uncertainty_km'>

async function placeOf(
  { geocoder, countLookUp }: SaveAreaNeeds,
  { accountId, address, point }: AreaInput,
  before: Area | undefined,
): Promise<Place> {
  if (address !== undefined && point) throw refused('point', (t) => t.fields.onePlace)
  if (point) return { address: '', place: '', ...roughPoint(point), uncertainty_km: phoneUncertaintyKm }
  if (address === undefined || address === before?.address) {
    if (before) return before
    if (address === undefined) throw refused('address', (t) => t.fields.areaPlace)
  }
  await countLookUp('price', { accountId })
  const found = await geocoder.geocode(address)
  if (found.outcome === 'unavailable') throw unavailable
  if (found.outcome !== 'located')
    throw new Problem('geocoding_failed', (t) => t.addresses.areaNotLocated, {
      details: { address: whyRefused(found, address) },
    })
  const { lat, lon, uncertaintyKm, locality, postcode } = found
  return { address, place: locality ?? postcode ?? '', lat, lon, uncertainty_km: uncertaintyKm }
}

const refused = (field: string, why: ConstructorParameters<typeof Problem>[1]) =>
  new Problem('validation_error', (t) => t.accounts.checkInput, { details: { [field]: why } })

const unavailable = new Problem('service_unavailable', (t) => t.addresses.unavailable, {
  retryAfterSeconds: 10,
})

async function isFull(trx: Transaction<Tables>, { accountId, areaId }: AreaInput): Promise<boolean> {
  const others = await trx
    .selectFrom('carrier_area')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '<>', areaId)
    .execute()
  return others.length >= maxAreas
}

const valuesOf = ({ name, radiusKm, hasAlerts }: AreaInput, place: Place) => {
  const { address, place: town, lat, lon, uncertainty_km } = place
  return {
    name,
    radius_km: radiusKm,
    has_alerts: hasAlerts,
    ...{ address, place: town, lat, lon, uncertainty_km },
  }
}

/** A repeated request changes the area that it has created. @returns false when another carrier has the id. */
async function create(trx: Transaction<Tables>, given: AreaInput, place: Place): Promise<boolean> {
  const values = valuesOf(given, place)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('carrier_area')
    .values({ id: given.areaId, account_id: given.accountId, ...values })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(values).where('carrier_area.account_id', '=', given.accountId),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false when another device has deleted the area. */
async function change(trx: Transaction<Tables>, given: AreaInput, place: Place): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('carrier_area')
    .set(valuesOf(given, place))
    .where('id', '=', given.areaId)
    .where('account_id', '=', given.accountId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** No notice follows for it: its notices are composed from the rows that are there (`notices/deliver.ts`). */
export async function deleteArea(
  kysely: Kysely<Tables>,
  { accountId, areaId }: Pick<AreaInput, 'accountId' | 'areaId'>,
): Promise<void> {
  await kysely
    .deleteFrom('carrier_area')
    .where('id', '=', areaId)
    .where('account_id', '=', accountId)
    .execute()
}

export const unknownArea = new Problem('not_found', (t) => t.requests.notFound)

const tooMany = new Problem('wrong_state', (t) => t.accounts.tooManyAreas(maxAreas))

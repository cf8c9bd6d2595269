import assert from 'node:assert/strict'
import sharp from 'sharp'
import { readCarrier, saveCarrier } from '#contract/app/carrier.ts'
import { uploadCarrierPhoto } from '#contract/app/sign-up.ts'
import type { CarrierPhotoKind } from '#contract/carrier-profile.ts'
import type { Database } from '../../server/db/database.ts'
import { newId } from '../../server/lib/ids.ts'
import { scan } from './documents.ts'
import type { Market } from './market.ts'
import type { Person } from './person.ts'

/** A small photo of a face. */
export const face = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#c96' } })
  .jpeg()
  .toBuffer()

type Upload = { pictureId?: string; kind?: CarrierPhotoKind; bytes?: Buffer }

/** The input of an upload: a portrait. */
export const photoOf = ({ pictureId = newId(), kind = 'portrait', bytes = face }: Upload = {}) => ({
  params: { picture_id: pictureId },
  query: { kind },
  body: bytes,
})

export const uploadPhotoOf = (person: Person, given: Upload = {}) =>
  person.ok(uploadCarrierPhoto, photoOf(given))

/** The profile of a carrier of the market, as the app sends it. */
export const profileOf = (change: { plate?: string; name?: string; vehicle?: string } = {}) => ({
  name: 'Luis',
  vehicle_size: 'XL' as const,
  vehicle: 'white van',
  base_address: 'Calle Mayor 1, 28013 Madrid',
  radius_km: 50,
  ...change,
})

/** Saves the plate, as the profile form does: with everything else as it is. */
export async function savePlate(carrier: Person, plate: string) {
  const { name, vehicle_size, vehicle, base_address, radius_km } = await carrier.ok(readCarrier)
  return carrier.ok(saveCarrier, { body: { name, vehicle_size, vehicle, base_address, radius_km, plate } })
}

/** A carrier with a face, a vehicle and a plate. */
export async function knownCarrier(market: Market) {
  const carrier = await market.carrier({ name: 'Luis' })
  const portrait = await uploadPhotoOf(carrier)
  const vehicle = await uploadPhotoOf(carrier, { kind: 'vehicle', bytes: scan })
  await savePlate(carrier, '1234 bcd')
  return { carrier, portrait: portrait.picture_id, vehicle: vehicle.picture_id }
}

/** The name of the stored file of a photo. */
export async function fileOf(pool: Database['pool'], pictureId: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select name from photo where document_id = $1', [
    pictureId,
  ])
  return rows[0]?.name ?? assert.fail('no picture')
}

/**
 * Replaced portraits of a person, as many as may be stored beside one that is shown, without files. The oldest one is
 * so many minutes old, each further one a second less.
 *
 * @returns their ids, the oldest first.
 */
export async function fillPhotos(
  pool: Database['pool'],
  { accountId, ageMinutes }: { accountId: string; ageMinutes: number },
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with added as (insert into carrier_document (id, account_id, kind, status, created_at, decided_at)
       select gen_random_uuid(), $1, 'portrait', 'replaced', now() - make_interval(mins => $2, secs => -n), now()
       from generate_series(1, 19) n returning id, created_at),
     file as (insert into photo (name, bytes, width, height, position, document_id)
       select substr(md5(id::text) || md5(id::text), 1, 40) || '.jpg', 1, 1, 1, 0, id from added)
     select id from added order by created_at`,
    [accountId, ageMinutes],
  )
  return rows.map(({ id }) => id)
}

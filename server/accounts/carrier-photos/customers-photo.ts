import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { CarrierPhotoKind } from '#contract/carrier-profile.ts'
import { openDocumentFile, type PictureNeeds } from '../documents/document.ts'

/**
 * The id of the photo that a customer may see of a row of `account`, or null. Carriers of the sandbox have no files:
 * their id is made of the account, and their picture is drawn (`sandbox/sample-carrier.ts`).
 */
export const shownPhotoIdSql = (kind: CarrierPhotoKind): RawBuilder<string | null> => sql`coalesce(
  (select shown.id from carrier_document shown where shown.account_id = account.id and shown.kind = ${kind}
    and shown.status = 'accepted'),
  case when account.sandbox_key_id is not null then md5(account.id::text || ${kind})::uuid end)`

/** A stored picture, or the kind of a picture to draw for a carrier of the sandbox. */
export type CustomersPhoto =
  | { stream: Readable; bytes: number }
  | { sampleOf: string; kind: CarrierPhotoKind }

/**
 * Opens a photo of a carrier by its id, for a customer of this carrier. The caller has checked that the customer may
 * see it now, and must read or destroy the stream.
 *
 * @returns null unless it is the photo that is shown at present.
 * @throws {ProviderError} the storage failed.
 */
export async function openCustomersPhoto(
  needs: PictureNeeds,
  { carrierId, pictureId }: { carrierId: string; pictureId: string },
): Promise<CustomersPhoto | null> {
  const { rows } = await sql<{ name: string | null; kind: CarrierPhotoKind; isSample: boolean }>`
    with photo_of as (
      select kind, case kind when 'portrait' then ${shownPhotoIdSql('portrait')} else ${shownPhotoIdSql('vehicle')} end as id
      from account cross join unnest(array['portrait', 'vehicle']) as kind where account.id = ${carrierId}
    )
    select photo.name, photo_of.kind, document.id is null as "isSample"
    from photo_of left join carrier_document document on document.id = photo_of.id
    left join photo on photo.document_id = document.id
    where photo_of.id = ${pictureId}`.execute(needs.kysely)
  const [found] = rows
  if (!found) return null
  if (found.isSample) return { sampleOf: carrierId, kind: found.kind }
  return openDocumentFile(needs, found.name ?? undefined)
}

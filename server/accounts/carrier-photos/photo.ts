import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CarrierPhotoKind } from '#contract/carrier-profile.ts'
import type { Tables } from '../../db/tables.ts'
import { type OpenedPicture, openDocumentFile, type PictureNeeds } from '../documents/document.ts'

/**
 * A photo by which customers recognise a carrier (decision 81). It is a row of `carrier_document`, so that it ends, is
 * backed up and is erased like one; it needs no acceptance.
 */
export type CarrierPhoto = {
  pictureId: string
  kind: CarrierPhotoKind
  /** `removed`: by staff; `replaced`: by a later photo of its kind. */
  state: 'shown' | 'removed' | 'replaced'
  /** Why staff removed it, for the carrier. */
  reason: string | null
  createdAt: Date
  /** Uploaded after what staff have seen, or by a carrier who was approved before there were such photos. */
  isChanged: boolean
}

/** Of a row of `carrier_document photo`. */
export const isCarrierPhotoSql = sql<boolean>`photo.kind in ('portrait', 'vehicle')`

/**
 * Until when staff have seen the changes of a row of `carrier`: its approval, or later. Null if it was never approved;
 * `-infinity` if it was approved before this was recorded.
 */
const seenUntilSql = sql<Date>`coalesce(greatest(carrier.admitted_at, carrier.changes_seen_at),
  case when carrier.status = 'approved' then timestamptz '-infinity' end)`

/** Whether staff have approved the row of `carrier` before. */
export const isAdmittedSql = sql<boolean>`(${seenUntilSql} is not null)`

/**
 * The instant of a change of a locked row of `carrier`: later than every earlier change, also in milliseconds. `now()`
 * is the start of the transaction, which may have waited for the lock since.
 */
export const changeInstant = `greatest(statement_timestamp(), carrier.updated_at + interval '1 millisecond')`

/** Whether an instant is later than what staff have seen of the row of `carrier`; false without an approval. */
export const isAfterAdmissionSql = (instant: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${instant} > ${seenUntilSql}, false)`

/** `CarrierPhoto`, from rows of `carrier_document photo`, with the row of `carrier`, if any. */
const photoColumns: RawBuilder<CarrierPhoto> = sql`
  photo.id as "pictureId", photo.kind, photo.reason, photo.created_at as "createdAt",
  case photo.status when 'accepted' then 'shown' when 'refused' then 'removed' else 'replaced' end as state,
  ${isAfterAdmissionSql(sql`photo.created_at`)} as "isChanged"`

/** A photo that customers see or that staff removed. */
export type CurrentPhoto = CarrierPhoto & { state: 'shown' | 'removed' }

/** Of each kind the photo that is shown; without one, the one that staff removed last. */
export async function currentPhotos(kysely: Kysely<Tables>, accountId: string): Promise<CurrentPhoto[]> {
  const { rows } = await sql<CurrentPhoto>`
    select distinct on (photo.kind) ${photoColumns}
    from carrier_document photo left join carrier on carrier.account_id = photo.account_id
    where photo.account_id = ${accountId} and ${isCarrierPhotoSql} and photo.status in ('accepted', 'refused')
    order by photo.kind, photo.status, photo.created_at desc`.execute(kysely)
  return rows
}

/** A photo of this account by its id, also one that was replaced; null for any other. */
export async function findPhoto(
  kysely: Kysely<Tables>,
  { accountId, pictureId }: { accountId: string; pictureId: string },
): Promise<CarrierPhoto | null> {
  const { rows } = await sql<CarrierPhoto>`
    select ${photoColumns} from carrier_document photo left join carrier on carrier.account_id = photo.account_id
    where photo.id = ${pictureId} and photo.account_id = ${accountId} and ${isCarrierPhotoSql}`.execute(
    kysely,
  )
  return rows[0] ?? null
}

/** Whether the account has a portrait that customers may see. @param accountId SQL: a parameter or a column. */
export const hasPortraitSql = (accountId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from carrier_document portrait where portrait.account_id = ${accountId} and portrait.kind = 'portrait'
    and portrait.status = 'accepted')`

/**
 * Opens a photo for its person or for staff, also one that staff have removed, until it is deleted for its age; null
 * for an unknown photo and one that was replaced. The caller must read or destroy the stream, and has checked the
 * authorization.
 *
 * @throws {ProviderError} the storage failed.
 */
export async function openPhoto(
  needs: PictureNeeds,
  { accountId, pictureId }: { accountId: string; pictureId: string },
): Promise<OpenedPicture | null> {
  const { rows } = await sql<{ name: string }>`
    select file.name from carrier_document photo join photo file on file.document_id = photo.id
    where photo.id = ${pictureId} and photo.account_id = ${accountId} and ${isCarrierPhotoSql}
      and photo.status in ('accepted', 'refused')`.execute(needs.kysely)
  return openDocumentFile(needs, rows[0]?.name)
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { type CarrierPhotoKind, carrierPhotoKinds } from '#contract/carrier-profile.ts'
import { recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import {
  lockPerson,
  type StoredRow,
  saveUpload,
  type Upload,
  type UploadNeeds,
} from '../documents/save-upload.ts'
import { type CarrierPhoto, changeInstant, findPhoto, isAdmittedSql, isCarrierPhotoSql } from './photo.ts'

type NewPhoto = Upload & { pictureId: string; kind: CarrierPhotoKind }

/** A replaced photo is deleted for a new one only after this time: it bounds how many can be uploaded in an hour. */
const minAgeSeconds = 3_600

/**
 * Stores a photo of the face or the vehicle, which replaces the one of its kind (`saveUpload`). When no more photos may
 * be stored, the oldest replaced one is deleted for it.
 *
 * @throws Problem `rate_limit_exceeded` with too many photos in an hour, `not_found` when another account has the id,
 *   or this one for something else. {NotAnImage} not a supported image. {ProviderError} no decoder or storage.
 */
export function savePhoto(needs: UploadNeeds, given: NewPhoto): Promise<CarrierPhoto> {
  const { pictureId: id, accountId, kind } = given
  // The instant of `noteChange`; a person who is not a carrier yet has none.
  const created_at = sql<Date>`coalesce((select updated_at from carrier where account_id = ${accountId}), now())`
  return saveUpload(needs, given, {
    row: { id, kind, status: 'accepted', created_at, decided_at: sql<Date>`now()` },
    find: (kysely) => findPhoto(kysely, given),
    replaces: ['accepted', 'refused'],
    counted: carrierPhotoKinds,
    makeRoom: oldestReplaced,
    before: (trx) => noteChange(trx, given),
  })
}

function oldestReplaced(stored: StoredRow[]): StoredRow {
  const oldest = stored.find(({ status }) => status === 'replaced')
  const retryAfterSeconds = minAgeSeconds - (oldest?.ageSeconds ?? 0)
  if (oldest && retryAfterSeconds <= 0) return oldest
  throw new Problem('rate_limit_exceeded', (t) => t.documents.tooManyPhotos, { retryAfterSeconds })
}

/**
 * An approval of the profile as it was before is refused (`judgeCarrier`). A change after the approval is recorded,
 * because customers may be shown another person or vehicle than the one that staff approved.
 */
async function noteChange(
  trx: Transaction<Tables>,
  { accountId, pictureId, kind }: Pick<NewPhoto, 'accountId' | 'pictureId' | 'kind'>,
): Promise<void> {
  const { rows } = await sql<{ isAdmitted: boolean }>`
    update carrier set updated_at = ${sql.raw(changeInstant)} where account_id = ${accountId}
    returning ${isAdmittedSql} as "isAdmitted"`.execute(trx)
  if (!rows[0]?.isAdmitted) return
  await recordAudit(trx, {
    actor: { type: 'system', name: 'carrier' },
    act: kind === 'portrait' ? 'carrier.change_portrait' : 'carrier.change_vehicle_photo',
    targets: [
      { type: 'account', id: accountId },
      { type: 'document', id: pictureId },
    ],
  })
}

/**
 * Deletes a photo of the person. The collector then deletes its file.
 *
 * @throws Problem `not_found`.
 */
export function deletePhoto(
  kysely: Kysely<Tables>,
  { accountId, pictureId }: { accountId: string; pictureId: string },
): Promise<void> {
  return kysely.transaction().execute(async (trx) => {
    await lockPerson(trx, accountId)
    const { rows } = await sql<{ kind: CarrierPhotoKind; status: string }>`
      delete from carrier_document photo where photo.id = ${pictureId} and photo.account_id = ${accountId}
        and ${isCarrierPhotoSql} returning photo.kind, photo.status`.execute(trx)
    const [deleted] = rows
    if (!deleted) throw new Problem('not_found', (t) => t.requests.notFound)
    if (deleted.status === 'accepted') await noteChange(trx, { accountId, pictureId, kind: deleted.kind })
  })
}

import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { DocumentKind, DocumentState } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { attachToDocument } from '../../photos/attach.ts'
import type { PhotoDecoder } from '../../photos/decoder.ts'
import { discardPhotos } from '../../photos/discard.ts'
import type { PhotoStorage } from '../../photos/storage/storage.ts'
import { storePicture } from '../../photos/upload.ts'
import { type CarrierDocument, findDocument } from './document.ts'
import { checkExpiry } from './expiry.ts'

export type SaveDocumentNeeds = {
  pool: pg.Pool
  kysely: Kysely<Tables>
  decoder: PhotoDecoder
  storage: PhotoStorage
}

type NewDocument = {
  documentId: string
  accountId: string
  kind: DocumentKind
  expiresOn: string | undefined
  /** The uploaded bytes of a picture. */
  bytes: Buffer
  signal: AbortSignal
}

/** Limit of documents of a carrier that have a picture, to avoid use as free storage. */
const maxPictures = 20

/**
 * Stores a document with its picture. The picture is stored first; if the process crashes before the row is written,
 * the collector deletes the picture within the hour (`photos/collect.ts`) and the carrier uploads again. A repeated
 * upload has no effect.
 *
 * @throws Problem `validation_error` for the day, `rate_limit_exceeded` with too many documents, `not_found` when
 *   another account has the id. {NotAnImage} not a supported image. {ProviderError} no decoder or storage.
 */
export async function saveDocument(needs: SaveDocumentNeeds, given: NewDocument): Promise<CarrierDocument> {
  const before = await findDocument(needs.kysely, given)
  if (before) return before
  checkExpiry(given.kind, given.expiresOn)
  if (await isFull(needs.kysely, given.accountId)) throw tooMany
  const photo = await storePicture(needs, given)
  // An error may hide a commit, so the picture is kept; the collector deletes it if no row refers to it.
  const isSaved = await needs.kysely.transaction().execute((trx) => insert(trx, given, photo.name))
  if (!isSaved) await discardUnused(needs, photo.name)
  const saved = await findDocument(needs.kysely, given)
  if (!saved) throw new Problem('not_found', (t) => t.requests.notFound)
  return saved
}

/** @returns false when the id is used already. */
async function insert(trx: Transaction<Tables>, given: NewDocument, photo: string): Promise<boolean> {
  const { documentId, accountId, kind, expiresOn } = given
  // Uploads of one carrier wait for each other, and for an erasure.
  await sql`select from carrier where account_id = ${accountId} for update`.execute(trx)
  const used = await trx
    .selectFrom('carrier_document')
    .select('id')
    .where('id', '=', documentId)
    .executeTakeFirst()
  if (used) return false
  if (await isFull(trx, accountId)) throw tooMany
  await sql`
    update carrier_document set status = 'replaced', decided_at = now()
    where account_id = ${accountId} and kind = ${kind} and status in ('waiting', 'refused')`.execute(trx)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('carrier_document')
    .values({ id: documentId, account_id: accountId, kind, expires_on: expiresOn ?? null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  // Another account has used the id since; throwing also undoes the replacement.
  if (numInsertedOrUpdatedRows !== 1n) throw new Problem('not_found', (t) => t.requests.notFound)
  await attachToDocument(trx, { documentId, name: photo })
  return true
}

async function isFull(kysely: Kysely<Tables>, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from carrier_document document join photo on photo.document_id = document.id
    where document.account_id = ${accountId}`.execute(kysely)
  return (rows[0]?.count ?? 0) >= maxPictures
}

/** A file that cannot be deleted now keeps its row, and the collector deletes it. */
const discardUnused = (needs: SaveDocumentNeeds, name: string): Promise<void> =>
  discardPhotos(needs, [name]).catch(() => {})

const tooMany = new Problem('rate_limit_exceeded', (t) => t.documents.tooMany, { retryAfterSeconds: 86_400 })

/**
 * Deletes a waiting or refused document. The collector then deletes its picture.
 *
 * @throws Problem `not_found`, `wrong_state` (409) when it is accepted.
 */
export async function deleteDocument(
  kysely: Kysely<Tables>,
  { accountId, documentId }: { accountId: string; documentId: string },
): Promise<void> {
  const { numDeletedRows } = await kysely
    .deleteFrom('carrier_document')
    .where('id', '=', documentId)
    .where('account_id', '=', accountId)
    .where('status', 'in', ['waiting', 'refused'])
    .executeTakeFirst()
  if (numDeletedRows === 1n) return
  const found = await findDocument(kysely, { accountId, documentId })
  if (!found || isHidden(found.state)) throw new Problem('not_found', (t) => t.requests.notFound)
  throw new Problem('wrong_state', (t) => t.documents.accepted)
}

/** The carrier does not see documents that were replaced. */
const isHidden = (state: DocumentState): boolean => state === 'replaced'

import { type InsertObject, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { attachToDocument } from '../../photos/attach.ts'
import type { PhotoDecoder } from '../../photos/decoder.ts'
import { discardPhotos } from '../../photos/discard.ts'
import type { PhotoStorage } from '../../photos/storage/storage.ts'
import { storePicture } from '../../photos/upload.ts'

export type UploadNeeds = {
  pool: pg.Pool
  kysely: Kysely<Tables>
  decoder: PhotoDecoder
  storage: PhotoStorage
}

/** An uploaded picture of a person. */
export type Upload = { accountId: string; bytes: Buffer; signal: AbortSignal }

type Row = Selectable<Tables['carrier_document']>

/** A row with a picture, and the name of its file. */
export type StoredRow = { id: string; name: string; status: Row['status']; ageSeconds: number }

type Rules<Saved> = {
  /** The client chooses the id: a repeated upload has no effect. */
  row: Pick<Row, 'id' | 'kind'> & Partial<InsertObject<Tables, 'carrier_document'>>
  /** The row of this id as its person sees it. */
  find: (kysely: Kysely<Tables>) => Promise<Saved | null>
  /** @throws Problem why a new row is refused. */
  check?: () => void
  /** The statuses in which a row of the same kind is replaced. */
  replaces: Row['status'][]
  /** The kinds that may have `maxPictures` pictures together. */
  counted: readonly Row['kind'][]
  /**
   * Chooses the row that is deleted for the new one when no more pictures may be stored.
   *
   * @throws Problem `rate_limit_exceeded`.
   */
  makeRoom: (stored: StoredRow[]) => StoredRow
  /** Called in the transaction, before the row is inserted. */
  before?: (trx: Transaction<Tables>) => Promise<void>
}

/** Limit of pictures of a person, replaced ones included, to avoid use as free storage. */
const maxPictures = 20

/**
 * Stores a picture, then inserts its row. If the process crashes between the two, the collector deletes the picture
 * within the hour (`photos/collect.ts`) and the person uploads again. A repeated upload has no effect.
 *
 * @throws Problem `not_found` when another account has the id, or this one for something else, and those of the rules.
 *   {NotAnImage} not a supported image. {ProviderError} no decoder or storage.
 */
export async function saveUpload<Saved>(
  needs: UploadNeeds,
  upload: Upload,
  rules: Rules<Saved>,
): Promise<Saved> {
  const { kysely } = needs
  const { accountId } = upload
  // In this order: a repeated upload can be stored between the two.
  const isTaken = await isUsed(kysely, rules.row.id)
  const known = await rules.find(kysely)
  if (known) return known
  if (isTaken) throw notFound
  rules.check?.()
  await rowsToDelete(kysely, { ...rules, accountId })
  const picture = await storePicture(needs, upload)
  // An error may hide a commit, so the picture is kept; the collector deletes it if no row refers to it.
  const unused = await kysely
    .transaction()
    .execute((trx) => insert(trx, { ...rules, accountId, name: picture.name }))
  // A file that cannot be deleted now keeps its row, and the collector deletes it.
  await discardPhotos(needs, unused).catch(() => {})
  const saved = await rules.find(kysely)
  if (!saved) throw notFound
  return saved
}

type Inserted = Rules<unknown> & { accountId: string; name: string }

/** @returns the names of files that are not used any more: of a repeated upload its own. */
async function insert(trx: Transaction<Tables>, upload: Inserted): Promise<string[]> {
  const { accountId, row, replaces, before, name } = upload
  await lockPerson(trx, accountId)
  if (await isUsed(trx, row.id)) return [name]
  const full = await rowsToDelete(trx, upload)
  await sql`delete from carrier_document where id = any(${full.map(({ id }) => id)}::uuid[])`.execute(trx)
  await sql`
    update carrier_document set status = 'replaced', decided_at = now()
    where account_id = ${accountId} and kind = ${row.kind} and status = any(${replaces}::text[])`.execute(trx)
  await before?.(trx)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('carrier_document')
    .values({ ...row, account_id: accountId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  // Another account has used the id since; throwing also undoes the replacement.
  if (numInsertedOrUpdatedRows !== 1n) throw notFound
  await attachToDocument(trx, { documentId: row.id, name })
  return full.map((each) => each.name)
}

/** Uploads of one person wait for each other, for decisions on the carrier, and for an erasure. */
export async function lockPerson(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await sql`select from carrier where account_id = ${accountId} for update`.execute(trx)
  await sql`select from account where id = ${accountId} for no key update`.execute(trx)
}

async function isUsed(kysely: Kysely<Tables>, id: string): Promise<boolean> {
  const { rows } = await sql`select from carrier_document where id = ${id}`.execute(kysely)
  return rows.length > 0
}

/** None while fewer pictures are stored than may be. @throws Problem of `makeRoom`. */
async function rowsToDelete(
  kysely: Kysely<Tables>,
  { accountId, counted, makeRoom }: Pick<Inserted, 'accountId' | 'counted' | 'makeRoom'>,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select document.id, photo.name, document.status,
      floor(extract(epoch from now() - document.created_at))::integer as "ageSeconds"
    from carrier_document document join photo on photo.document_id = document.id
    where document.account_id = ${accountId} and document.kind = any(${counted}::text[])
    order by document.created_at, document.id`.execute(kysely)
  return rows.length < maxPictures ? [] : [makeRoom(rows)]
}

const notFound = new Problem('not_found', (t) => t.requests.notFound)

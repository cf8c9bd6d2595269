import type { Readable } from 'node:stream'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DocumentKind, DocumentState } from '#contract/vocabulary.ts'
import { isBeyond, placeIn } from '../../db/place.ts'
import type { Tables } from '../../db/tables.ts'
import type { PhotoStorage } from '../../photos/storage/storage.ts'

/** A document of a carrier; its picture is a photo of `server/photos`. */
export type CarrierDocument = {
  documentId: string
  kind: DocumentKind
  state: DocumentState
  /** The last day on which it is valid, as `YYYY-MM-DD`. */
  expiresOn: string | null
  reason: string | null
  createdAt: Date
  decidedAt: Date | null
  hasPicture: boolean
}

/** Photos of carriers are rows of the same table (`carrier-photos/photo.ts`). */
const isDocumentSql = sql<boolean>`document.kind in ('licence', 'insurance', 'other')`

/** A document ends at the end of its last day, in UTC. */
export const todaySql = sql<string>`(now() at time zone 'UTC')::date`

/** Whether a row of `carrier_document document` is an accepted document that has not ended. */
export const isValidSql = sql<boolean>`(document.status = 'accepted' and ${isDocumentSql}
  and (document.expires_on is null or document.expires_on >= ${todaySql}))`

/** `CarrierDocument`, from rows of `carrier_document document`. */
const documentColumns: RawBuilder<CarrierDocument> = sql`
  document.id as "documentId", document.kind,
  case when document.status = 'accepted' and not ${isValidSql} then 'expired' else document.status end as state,
  document.expires_on::text as "expiresOn", document.reason, document.created_at as "createdAt",
  document.decided_at as "decidedAt",
  exists (select from photo where photo.document_id = document.id) as "hasPicture"`

/** A document by its id and carrier, or null. */
export async function findDocument(
  kysely: Kysely<Tables>,
  { accountId, documentId }: { accountId: string; documentId: string },
): Promise<CarrierDocument | null> {
  const { rows } = await sql<CarrierDocument>`
    select ${documentColumns} from carrier_document document
    where document.id = ${documentId} and document.account_id = ${accountId} and ${isDocumentSql}`.execute(
    kysely,
  )
  return rows[0] ?? null
}

/** What a carrier sees: of each kind the accepted one, and the waiting or refused one. */
export async function currentDocuments(
  kysely: Kysely<Tables>,
  accountId: string,
): Promise<CarrierDocument[]> {
  const { rows } = await sql<CarrierDocument>`
    select ${documentColumns} from carrier_document document
    where document.account_id = ${accountId} and document.status <> 'replaced' and ${isDocumentSql}
    order by document.created_at desc, document.id desc`.execute(kysely)
  return rows
}

type DocumentPage = { accountId: string; before?: string | undefined; limit: number }

const order = { at: 'document.created_at', id: 'document.id' }

/** All documents of a carrier, the newest first. Pages go by time and id, because the id comes from a client. */
export async function listDocuments(
  kysely: Kysely<Tables>,
  { accountId, before, limit }: DocumentPage,
): Promise<{ documents: CarrierDocument[]; next: string | null }> {
  const older = before === undefined ? sql`true` : isBeyond(order, before)
  const { rows } = await sql<CarrierDocument & { place: string }>`
    select ${documentColumns}, ${placeIn(order)} as place from carrier_document document
    where document.account_id = ${accountId} and ${isDocumentSql} and ${older}
    order by document.created_at desc, document.id desc limit ${limit + 1}`.execute(kysely)
  const documents = rows.slice(0, limit)
  return { documents, next: rows.length > limit ? (documents.at(-1)?.place ?? null) : null }
}

export type PictureNeeds = { kysely: Kysely<Tables>; storage: Pick<PhotoStorage, 'read'> }

/**
 * Opens the picture of a document of this carrier; null for an unknown document. The caller must read or destroy the
 * stream, and has checked the authorization.
 *
 * @throws {ProviderError} the storage failed.
 */
export async function openPicture(
  { kysely, storage }: PictureNeeds,
  { accountId, documentId }: { accountId: string; documentId: string },
): Promise<OpenedPicture | null> {
  const { rows } = await sql<{ name: string }>`
    select photo.name from carrier_document document join photo on photo.document_id = document.id
    where document.id = ${documentId} and document.account_id = ${accountId} and ${isDocumentSql}`.execute(
    kysely,
  )
  return openDocumentFile({ storage }, rows[0]?.name)
}

export type OpenedPicture = { stream: Readable; bytes: number }

/** Opens a stored file; null without a name, or if the file is gone. @throws {ProviderError} the storage failed. */
export async function openDocumentFile(
  { storage }: Pick<PictureNeeds, 'storage'>,
  name: string | undefined,
): Promise<OpenedPicture | null> {
  const file = name === undefined ? null : await storage.read(name)
  return file ? { stream: file.stream, bytes: file.size } : null
}

/** The kinds required to approve a carrier, a setting of the operator. */
export type NeededDocuments = readonly DocumentKind[]

/** The kinds of `needed` of which the row of `carrier` has no valid document, as a subquery with the column `kind`. */
const missingSql = (needed: NeededDocuments): RawBuilder<unknown> => sql`
  select needed.kind from unnest(${[...needed]}::text[]) as needed (kind)
  where not exists (select from carrier_document document
    where document.account_id = carrier.account_id and document.kind = needed.kind and ${isValidSql})`

/** Whether the row of `carrier` lacks a required document. */
export const lacksDocumentSql = (needed: NeededDocuments) => sql<boolean>`exists (${missingSql(needed)})`

/** The kinds that a carrier lacks. */
export async function missingDocuments(
  kysely: Kysely<Tables>,
  { accountId, needed }: { accountId: string; needed: NeededDocuments },
): Promise<DocumentKind[]> {
  const { rows } = await sql<{ kind: DocumentKind }>`
    select missing.kind from carrier cross join lateral (${missingSql(needed)}) as missing
    where carrier.account_id = ${accountId}`.execute(kysely)
  return rows.map(({ kind }) => kind)
}

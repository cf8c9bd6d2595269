import { type Kysely, sql } from 'kysely'
import { isBeyond, placeIn } from '../../db/place.ts'
import type { Tables } from '../../db/tables.ts'
import { type CarrierDocument, documentColumns } from './document.ts'

/** A document by its id and carrier; null when there is none. */
export async function findDocument(
  kysely: Kysely<Tables>,
  { accountId, documentId }: { accountId: string; documentId: string },
): Promise<CarrierDocument | null> {
  const { rows } = await sql<CarrierDocument>`
    select ${documentColumns} from carrier_document document
    where document.id = ${documentId} and document.account_id = ${accountId}`.execute(kysely)
  return rows[0] ?? null
}

/** What a carrier sees: of each kind the accepted one, and the one that waits or was refused. */
export async function currentDocuments(
  kysely: Kysely<Tables>,
  accountId: string,
): Promise<CarrierDocument[]> {
  const { rows } = await sql<CarrierDocument>`
    select ${documentColumns} from carrier_document document
    where document.account_id = ${accountId} and document.status <> 'replaced'
    order by document.created_at desc, document.id desc`.execute(kysely)
  return rows
}

export type DocumentPage = { accountId: string; before?: string | undefined; limit: number }

const order = { at: 'document.created_at', id: 'document.id' }

/** All documents of a carrier, the newest first. Pages go by time and id, because the id comes from a client. */
export async function listDocuments(
  kysely: Kysely<Tables>,
  { accountId, before, limit }: DocumentPage,
): Promise<{ documents: CarrierDocument[]; next: string | null }> {
  const older = before === undefined ? sql`true` : isBeyond(order, before)
  const { rows } = await sql<CarrierDocument & { place: string }>`
    select ${documentColumns}, ${placeIn(order)} as place from carrier_document document
    where document.account_id = ${accountId} and ${older}
    order by document.created_at desc, document.id desc limit ${limit + 1}`.execute(kysely)
  const documents = rows.slice(0, limit)
  return { documents, next: rows.length > limit ? (documents.at(-1)?.place ?? null) : null }
}

import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { PhotoStorage } from '../../photos/storage/storage.ts'

export type PictureNeeds = { kysely: Kysely<Tables>; storage: Pick<PhotoStorage, 'read'> }

/**
 * Opens the picture of a document of this carrier; null when there is none. The caller must read or destroy the stream,
 * and has checked who asks.
 *
 * @throws {ProviderError} the storage failed.
 */
export async function openPicture(
  { kysely, storage }: PictureNeeds,
  { accountId, documentId }: { accountId: string; documentId: string },
): Promise<{ stream: Readable; bytes: number } | null> {
  const { rows } = await sql<{ name: string }>`
    select photo.name from carrier_document document join photo on photo.document_id = document.id
    where document.id = ${documentId} and document.account_id = ${accountId}`.execute(kysely)
  const [photo] = rows
  const file = photo && (await storage.read(photo.name))
  return file ? { stream: file.stream, bytes: file.size } : null
}

import { type RawBuilder, sql } from 'kysely'
import type { DocumentKind, DocumentState } from '#contract/vocabulary.ts'

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

/** A document ends at the end of its last day, in UTC. */
export const todaySql = sql<string>`(now() at time zone 'UTC')::date`

/** Whether a row of `carrier_document document` is accepted and has not ended. */
export const isValidSql = sql<boolean>`(document.status = 'accepted'
  and (document.expires_on is null or document.expires_on >= ${todaySql}))`

/** `CarrierDocument`, from rows of `carrier_document document`. */
export const documentColumns: RawBuilder<CarrierDocument> = sql`
  document.id as "documentId", document.kind,
  case when document.status = 'accepted' and not ${isValidSql} then 'expired' else document.status end as state,
  document.expires_on::text as "expiresOn", document.reason, document.created_at as "createdAt",
  document.decided_at as "decidedAt",
  exists (select from photo where photo.document_id = document.id) as "hasPicture"`

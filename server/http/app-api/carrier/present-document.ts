import type { MyDocument } from '#contract/app/documents.ts'
import type { CarrierDocument } from '../../../accounts/documents/document.ts'

/** A document as its carrier sees it. */
export const presentDocument = (document: CarrierDocument): MyDocument => ({
  document_id: document.documentId,
  kind: document.kind,
  state: document.state,
  expires_on: document.expiresOn,
  reason: document.reason,
  created_at: document.createdAt.toISOString(),
  has_picture: document.hasPicture,
})

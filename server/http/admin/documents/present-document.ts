import type { CarrierDocument as Shown } from '#contract/admin/documents.ts'
import type { CarrierDocument } from '../../../accounts/documents/document.ts'

/** A document as staff see it. */
export const presentDocument = (document: CarrierDocument): Shown => ({
  document_id: document.documentId,
  kind: document.kind,
  state: document.state,
  expires_on: document.expiresOn,
  reason: document.reason,
  created_at: document.createdAt.toISOString(),
  decided_at: document.decidedAt?.toISOString() ?? null,
  has_picture: document.hasPicture,
})

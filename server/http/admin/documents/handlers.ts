import type { Kysely } from 'kysely'
import { defaultPageSize } from '#contract/admin/common.ts'
import type { documentOperations, CarrierDocument as Shown } from '#contract/admin/documents.ts'
import type { Answered } from '#contract/app/common.ts'
import { findProfile } from '../../../accounts/carriers/list-carriers.ts'
import { askForDocument } from '../../../accounts/documents/ask-for-document.ts'
import { acceptDocument, refuseDocument } from '../../../accounts/documents/decide-document.ts'
import {
  type CarrierDocument,
  listDocuments,
  type NeededDocuments,
  openPicture,
  type PictureNeeds,
} from '../../../accounts/documents/document.ts'
import type { NoticeReach } from '../../../accounts/store.ts'
import type { Tables } from '../../../db/tables.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { sendSeenPicture } from '../send-seen-picture.ts'

export type DocumentsNeeds = NoticeReach & {
  kysely: Kysely<Tables>
  photos: Pick<PictureNeeds, 'storage'>
  neededDocuments: NeededDocuments
}

/** Documents of carriers: the list, the picture, and the decisions of staff. */
export const documentHandlers: Handlers<typeof documentOperations, DocumentsNeeds> = {
  listCarrierDocuments: (needs) => {
    const { kysely, neededDocuments } = needs
    return async ({ params: { account_id: accountId }, query }) => {
      const { before, limit = defaultPageSize } = query
      if (!(await findProfile(kysely, accountId))) throw notFound
      const { documents, next } = await listDocuments(kysely, { accountId, before, limit })
      return { documents: documents.map(presentDocument), needed: [...neededDocuments], next }
    }
  },
  readDocumentPicture: (needs) => {
    const { kysely, photos } = needs
    return async ({ caller, params, request, reply }) => {
      const document = { accountId: params.account_id, documentId: params.document_id }
      const picture = await openPicture({ kysely, storage: photos.storage }, document)
      if (!picture) throw notFound
      return sendSeenPicture(kysely, { act: 'document.view', ...document, picture, caller, request, reply })
    }
  },
  acceptDocument:
    ({ kysely }) =>
    async ({ caller, params, body, request }) => {
      const accepted = await acceptDocument(kysely, {
        accountId: params.account_id,
        documentId: params.document_id,
        expiresOn: body.expires_on,
        by: byCaller(caller, request, body.reason),
      })
      return presentDocument(accepted)
    },
  refuseDocument:
    ({ kysely }) =>
    async ({ caller, params, body, request }) => {
      const refused = await refuseDocument(kysely, {
        accountId: params.account_id,
        documentId: params.document_id,
        by: byCaller(caller, request, body.told),
      })
      return presentDocument(refused)
    },
  askForDocument:
    (needs) =>
    async ({ caller, params, body, request }) => {
      const asked = await askForDocument(needs, {
        accountId: params.account_id,
        documentId: params.document_id,
        by: byCaller(caller, request, body.reason),
      })
      return presentDocument(asked)
    },
}

/** A document as staff see it. */
const presentDocument = (document: CarrierDocument): Answered<Shown> => ({
  document_id: document.documentId,
  kind: document.kind,
  state: document.state,
  expires_on: document.expiresOn,
  reason: document.reason,
  created_at: document.createdAt,
  decided_at: document.decidedAt,
  has_picture: document.hasPicture,
})

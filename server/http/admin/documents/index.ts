import type { FastifyInstance } from 'fastify'
import { mountAcceptDocument } from './accept-document.ts'
import { mountAskForDocument } from './ask-for-document.ts'
import { type CarrierDocumentsNeeds, mountListCarrierDocuments } from './list-carrier-documents.ts'
import { type DocumentPictureNeeds, mountReadDocumentPicture } from './read-document-picture.ts'
import { mountRefuseDocument } from './refuse-document.ts'

export type DocumentsNeeds = CarrierDocumentsNeeds & DocumentPictureNeeds & { smsNotices: boolean }

/** Documents of carriers: the list, the picture, and what staff decide. */
export function mountDocuments(scope: FastifyInstance, needs: DocumentsNeeds): void {
  mountListCarrierDocuments(scope, needs)
  mountReadDocumentPicture(scope, needs)
  mountAcceptDocument(scope, needs)
  mountRefuseDocument(scope, needs)
  mountAskForDocument(scope, needs)
}

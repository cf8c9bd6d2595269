import { type Static, Type } from 'typebox'
import {
  Day,
  DocumentKindChoice,
  documentMembers,
  documentParam,
  NeededKinds,
  pictureAnswer,
} from '../document.ts'
import type { AppOperation } from '../operation.ts'
import { answers, Id } from './common.ts'

export const MyDocument = Type.Object(documentMembers, { $id: 'MyDocument', additionalProperties: false })
export type MyDocument = Static<typeof MyDocument>

export const listMyDocuments = {
  operationId: 'listMyDocuments',
  method: 'GET',
  url: '/app/v1/carrier/documents',
  access: 'carrier',
  summary: 'List my documents',
  description:
    'Of each kind the accepted document, which may have expired, and the one that waits or was refused. The newest first.',
  answers: answers({
    200: {
      description: 'The documents.',
      body: Type.Object(
        { documents: Type.Array(MyDocument), needed: NeededKinds },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AppOperation

export const uploadDocument = {
  operationId: 'uploadDocument',
  method: 'PUT',
  url: '/app/v1/carrier/documents/:document_id',
  access: 'carrier',
  summary: 'Upload a document',
  description:
    'The body is a picture, as for `uploadPhoto`. The document waits for the decision of the operator. It replaces a document of its kind that waits or was refused; an accepted one is valid until the new one is accepted. Repeating the request with the same `document_id` returns the stored document and changes nothing. Only the carrier and the staff of the operator can see the picture.',
  params: Type.Object({ document_id: Id('A new UUID, made by the client.') }),
  query: Type.Object({
    kind: DocumentKindChoice,
    expires_on: Type.Optional(
      Day('The last day on which the document is valid, not in the past; required unless `kind` is `other`'),
    ),
  }),
  takesPhoto: true,
  answers: answers(
    { 201: { description: 'Stored.', body: MyDocument } },
    { 404: '`not_found`: another carrier has used this `document_id`.' },
  ),
} as const satisfies AppOperation

export const readMyDocumentPicture = {
  operationId: 'readMyDocumentPicture',
  method: 'GET',
  url: '/app/v1/carrier/documents/:document_id/picture',
  access: 'carrier',
  summary: 'Read the picture of my document',
  description: 'Only for the carrier who uploaded it.',
  params: Type.Object(documentParam),
  downloads: ['image/jpeg'],
  answers: answers(
    { 200: pictureAnswer },
    { 404: '`not_found`: there is no such document, or its picture was deleted.' },
  ),
} as const satisfies AppOperation

export const deleteMyDocument = {
  operationId: 'deleteMyDocument',
  method: 'DELETE',
  url: '/app/v1/carrier/documents/:document_id',
  access: 'carrier',
  summary: 'Delete one of my documents',
  description:
    'Deletes a document that waits or was refused, with its picture. To replace an accepted document, upload another.',
  params: Type.Object(documentParam),
  answers: answers(
    { 204: { description: 'Deleted.', body: null } },
    { 404: '`not_found`.', 409: '`wrong_state`: the document is accepted.' },
  ),
} as const satisfies AppOperation

export const documentOperations = [
  listMyDocuments,
  uploadDocument,
  readMyDocumentPicture,
  deleteMyDocument,
] as const

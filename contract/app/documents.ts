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
  summary: 'My documents',
  description: 'Of each kind the one that is valid, and the one that waits or was refused. The newest first.',
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
    'A picture as for `uploadPhoto`. It waits for the operator, and takes the place of one of its kind that waits or was ' +
    'refused; an accepted one stays until the new one is accepted. The same `document_id` again answers the same document. ' +
    'Nobody but the carrier and the staff of the operator can see the picture.',
  params: Type.Object({ document_id: Id('Made by the client.') }),
  query: Type.Object({
    kind: DocumentKindChoice,
    expires_on: Type.Optional(
      Day('The last day on which it is valid, not in the past; needed unless `kind` is `other`'),
    ),
  }),
  takesPhoto: true,
  answers: answers(
    { 201: { description: 'Stored.', body: MyDocument } },
    { 404: '`not_found`: the `document_id` was used by somebody else.' },
  ),
} as const satisfies AppOperation

export const readMyDocumentPicture = {
  operationId: 'readMyDocumentPicture',
  method: 'GET',
  url: '/app/v1/carrier/documents/:document_id/picture',
  access: 'carrier',
  summary: 'The picture of my document',
  description: 'Only for the carrier who uploaded it.',
  params: Type.Object(documentParam),
  downloads: ['image/jpeg'],
  answers: answers({ 200: pictureAnswer }, { 404: '`not_found`: there is none, or it was deleted.' }),
} as const satisfies AppOperation

export const deleteMyDocument = {
  operationId: 'deleteMyDocument',
  method: 'DELETE',
  url: '/app/v1/carrier/documents/:document_id',
  access: 'carrier',
  summary: 'Delete a document of mine',
  description:
    'One that waits or was refused, with its picture. An accepted one is replaced by uploading another.',
  params: Type.Object(documentParam),
  answers: answers(
    { 204: { description: 'Deleted.', body: null } },
    { 404: '`not_found`.', 409: '`wrong_state`: it is accepted.' },
  ),
} as const satisfies AppOperation

export const documentOperations = [
  listMyDocuments,
  uploadDocument,
  readMyDocumentPicture,
  deleteMyDocument,
] as const

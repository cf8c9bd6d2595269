import { type Static, Type } from 'typebox'
import { Id, MaybeInstant } from '../app/common.ts'
import { Day, documentMembers, documentParam, NeededKinds, pictureAnswer } from '../document.ts'
import type { AdminOperation } from '../operation.ts'
import { answers, BeforePlace, pageMembers, pageQuery, Reason, Told } from './common.ts'
import { AccountParams } from './people.ts'

const CarrierDocument = Type.Object(
  { ...documentMembers, decided_at: MaybeInstant('When it was accepted, refused or replaced') },
  { $id: 'CarrierDocument', additionalProperties: false },
)
export type CarrierDocument = Static<typeof CarrierDocument>

const url = '/admin/v1/carriers/:account_id/documents'
const params = Type.Object({ account_id: Id('The carrier.'), ...documentParam })

export const listCarrierDocuments = {
  operationId: 'listCarrierDocuments',
  method: 'GET',
  url,
  access: 'viewer',
  summary: 'List the documents of a carrier',
  description: 'The newest first. A replaced document is listed until its picture is deleted.',
  params: AccountParams,
  query: Type.Object(pageQuery(BeforePlace)),
  answers: answers(
    {
      200: {
        description: 'A page of the documents.',
        body: Type.Object(
          { documents: Type.Array(CarrierDocument), needed: NeededKinds, ...pageMembers },
          { additionalProperties: false },
        ),
      },
    },
    { 404: '`not_found`: there is no such carrier.' },
  ),
} as const satisfies AdminOperation

export const readDocumentPicture = {
  operationId: 'readDocumentPicture',
  method: 'GET',
  url: `${url}/:document_id/picture`,
  access: 'staff',
  summary: 'Read the picture of a document',
  description:
    'Not for a `viewer`, because the picture can show personal data of the carrier. The audit log records each member who opens it.',
  params,
  downloads: ['image/jpeg'],
  answers: answers(
    { 200: pictureAnswer },
    { 404: '`not_found`: there is no such document, or its picture was deleted.' },
  ),
} as const satisfies AdminOperation

const decided = answers(
  { 200: { description: 'The decided document; the carrier gets a notice.', body: CarrierDocument } },
  { 404: '`not_found`.', 409: '`wrong_state`: the document is no longer waiting for a decision.' },
)

export const acceptDocument = {
  operationId: 'acceptDocument',
  method: 'POST',
  url: `${url}/:document_id/acceptance`,
  access: 'staff',
  summary: 'Accept a document',
  description:
    'Accepts a document that waits for a decision. It replaces the accepted document of its kind, if any.',
  params,
  body: Type.Object(
    {
      expires_on: Type.Optional(
        Day(
          'The last day on which the document is valid, as the picture shows it, not in the past; required unless its kind is `other`',
        ),
      ),
      reason: Type.Optional(Reason),
    },
    { additionalProperties: false },
  ),
  answers: decided,
} as const satisfies AdminOperation

export const refuseDocument = {
  operationId: 'refuseDocument',
  method: 'POST',
  url: `${url}/:document_id/refusal`,
  access: 'staff',
  summary: 'Refuse a document',
  description: 'Refuses a document that waits for a decision. The carrier can upload another.',
  params,
  body: Type.Object({ told: Told }, { additionalProperties: false }),
  answers: decided,
} as const satisfies AdminOperation

export const askForDocument = {
  operationId: 'askForDocument',
  method: 'POST',
  url: `${url}/:document_id/renewal-request`,
  access: 'staff',
  summary: 'Ask the carrier for the next document',
  description:
    'For an accepted document that has ended or ends within 30 days, while no other document of its kind waits; at most once in three days. The carrier gets a push, or an SMS if no device is registered.',
  params,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'The document; the carrier was asked.', body: CarrierDocument } },
    {
      404: '`not_found`.',
      409: '`wrong_state`: the document does not end within 30 days, the carrier was asked in the last three days, or another document of its kind waits.',
    },
  ),
} as const satisfies AdminOperation

export const documentOperations = [
  listCarrierDocuments,
  readDocumentPicture,
  acceptDocument,
  refuseDocument,
  askForDocument,
] as const

import { type Static, Type } from 'typebox'
import { Id, MaybeInstant } from '../app/common.ts'
import { Day, documentMembers, documentParam, NeededKinds, pictureAnswer } from '../document.ts'
import type { AdminOperation } from '../operation.ts'
import { answers, BeforePlace, pageMembers, pageQuery, Reason, Told } from './common.ts'
import { AccountParams } from './people.ts'

const CarrierDocument = Type.Object(
  { ...documentMembers, decided_at: MaybeInstant('Accepted, refused or replaced') },
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
  summary: 'The documents of a carrier',
  description: 'The newest first. Replaced ones are in it until their picture is deleted.',
  params: AccountParams,
  query: Type.Object(pageQuery(BeforePlace)),
  answers: answers(
    {
      200: {
        description: 'A page.',
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
  summary: 'The picture of a document',
  description: 'Not for viewers, as it shows who the carrier is. The audit log keeps who has seen it.',
  params,
  downloads: ['image/jpeg'],
  answers: answers({ 200: pictureAnswer }, { 404: '`not_found`: there is none, or it was deleted.' }),
} as const satisfies AdminOperation

const decided = answers(
  { 200: { description: 'Decided; the carrier gets a notice.', body: CarrierDocument } },
  { 404: '`not_found`.', 409: '`wrong_state`: it does not wait any more.' },
)

export const acceptDocument = {
  operationId: 'acceptDocument',
  method: 'POST',
  url: `${url}/:document_id/acceptance`,
  access: 'staff',
  summary: 'Accept a document',
  description: 'One that waits. The accepted one of its kind, if any, is replaced.',
  params,
  body: Type.Object(
    {
      expires_on: Type.Optional(
        Day(
          'The last day on which it is valid, as the picture says, not in the past; needed unless its kind is `other`',
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
  description: 'One that waits. The carrier can upload another.',
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
    'Of an accepted one that has ended or ends within 30 days, while no other of its kind waits; at most once in three days. The ' +
    'carrier gets a push, or a text where there is no device.',
  params,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(
    { 200: { description: 'Asked.', body: CarrierDocument } },
    {
      404: '`not_found`.',
      409: '`wrong_state`: it does not end soon, or the carrier was asked or has sent another.',
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

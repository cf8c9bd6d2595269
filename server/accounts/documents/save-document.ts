import type { Kysely } from 'kysely'
import { type DocumentKind, type DocumentState, documentKinds } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { type CarrierDocument, findDocument } from './document.ts'
import { checkExpiry } from './expiry.ts'
import { saveUpload, type Upload, type UploadNeeds } from './save-upload.ts'

type NewDocument = Upload & { documentId: string; kind: DocumentKind; expiresOn: string | undefined }

/**
 * Stores a document with its picture (`saveUpload`).
 *
 * @throws Problem `validation_error` for the day, `rate_limit_exceeded` with too many documents, `not_found` when
 *   another account has the id. {NotAnImage} not a supported image. {ProviderError} no decoder or storage.
 */
export function saveDocument(needs: UploadNeeds, given: NewDocument): Promise<CarrierDocument> {
  const { documentId: id, kind, expiresOn } = given
  return saveUpload(needs, given, {
    row: { id, kind, expires_on: expiresOn ?? null },
    find: (kysely) => findDocument(kysely, given),
    check: () => checkExpiry(kind, expiresOn),
    replaces: ['waiting', 'refused'],
    counted: documentKinds,
    makeRoom: () => {
      throw tooMany
    },
  })
}

const tooMany = new Problem('rate_limit_exceeded', (t) => t.documents.tooMany, { retryAfterSeconds: 86_400 })

/**
 * Deletes a waiting or refused document. The collector then deletes its picture.
 *
 * @throws Problem `not_found`, `wrong_state` (409) when it is accepted.
 */
export async function deleteDocument(
  kysely: Kysely<Tables>,
  { accountId, documentId }: { accountId: string; documentId: string },
): Promise<void> {
  const { numDeletedRows } = await kysely
    .deleteFrom('carrier_document')
    .where('id', '=', documentId)
    .where('account_id', '=', accountId)
    .where('status', 'in', ['waiting', 'refused'])
    .where('kind', 'in', [...documentKinds])
    .executeTakeFirst()
  if (numDeletedRows === 1n) return
  const found = await findDocument(kysely, { accountId, documentId })
  if (!found || isHidden(found.state)) throw new Problem('not_found', (t) => t.requests.notFound)
  throw new Problem('wrong_state', (t) => t.documents.accepted)
}

/** The carrier does not see documents that were replaced. */
const isHidden = (state: DocumentState): boolean => state === 'replaced'

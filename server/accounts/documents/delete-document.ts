import type { Kysely } from 'kysely'
import type { DocumentState } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { findDocument } from './find-documents.ts'

/**
 * Deletes a document that waits or was refused. Its picture then belongs to nothing, and the collector deletes the file.
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
    .executeTakeFirst()
  if (numDeletedRows === 1n) return
  const found = await findDocument(kysely, { accountId, documentId })
  if (!found || isHidden(found.state)) throw new Problem('not_found', (t) => t.requests.notFound)
  throw new Problem('wrong_state', (t) => t.documents.accepted)
}

/** The carrier does not see documents that were replaced. */
const isHidden = (state: DocumentState): boolean => state === 'replaced'

import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { deleteMyDocument } from '#contract/app/documents.ts'
import { deleteDocument } from '../../../accounts/documents/delete-document.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'

/** Deletes a document of the carrier that waits or was refused. */
export function mountDeleteMyDocument(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, deleteMyDocument, async ({ caller, params }) =>
    deleteDocument(kysely, { accountId: caller.accountId, documentId: params.document_id }),
  )
}

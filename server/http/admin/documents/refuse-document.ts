import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { refuseDocument as operation } from '#contract/admin/documents.ts'
import { refuseDocument } from '../../../accounts/documents/decide-document.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { presentDocument } from './present-document.ts'

/** Refuses a document of a carrier. */
export function mountRefuseDocument(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const refused = await refuseDocument(kysely, {
      accountId: params.account_id,
      documentId: params.document_id,
      by: byCaller(caller, request, body.told),
    })
    return presentDocument(refused)
  })
}

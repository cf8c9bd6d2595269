import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { acceptDocument as operation } from '#contract/admin/documents.ts'
import { acceptDocument } from '../../../accounts/documents/decide-document.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { presentDocument } from './present-document.ts'

/** Accepts a document of a carrier. */
export function mountAcceptDocument(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const accepted = await acceptDocument(kysely, {
      accountId: params.account_id,
      documentId: params.document_id,
      expiresOn: body.expires_on,
      by: byCaller(caller, request, body.reason),
    })
    return presentDocument(accepted)
  })
}

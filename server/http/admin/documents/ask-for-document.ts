import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { askForDocument as operation } from '#contract/admin/documents.ts'
import { askForDocument } from '../../../accounts/documents/ask-for-document.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { presentDocument } from './present-document.ts'

/** Asks a carrier for the next document. */
export function mountAskForDocument(
  scope: FastifyInstance,
  needs: { kysely: Kysely<Tables>; smsNotices: boolean },
): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const asked = await askForDocument(needs, {
      accountId: params.account_id,
      documentId: params.document_id,
      by: byCaller(caller, request, body.reason),
    })
    return presentDocument(asked)
  })
}

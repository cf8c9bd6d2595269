import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listCarrierDocuments } from '#contract/admin/documents.ts'
import { defaultPageSize } from '#contract/admin/paging.ts'
import { findProfile } from '../../../accounts/carriers/list-carriers.ts'
import { listDocuments } from '../../../accounts/documents/find-documents.ts'
import type { NeededDocuments } from '../../../accounts/documents/needed.ts'
import type { Tables } from '../../../db/tables.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentDocument } from './present-document.ts'

export type CarrierDocumentsNeeds = { kysely: Kysely<Tables>; neededDocuments: NeededDocuments }

/** Lists the documents of a carrier. */
export function mountListCarrierDocuments(scope: FastifyInstance, needs: CarrierDocumentsNeeds): void {
  const { kysely, neededDocuments } = needs
  mount(scope, listCarrierDocuments, async ({ params: { account_id: accountId }, query }) => {
    const { before, limit = defaultPageSize } = query
    if (!(await findProfile(kysely, accountId))) throw notFound
    const { documents, next } = await listDocuments(kysely, { accountId, before, limit })
    return { documents: documents.map(presentDocument), needed: [...neededDocuments], next }
  })
}

import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listMyDocuments } from '#contract/app/documents.ts'
import { currentDocuments } from '../../../accounts/documents/find-documents.ts'
import type { NeededDocuments } from '../../../accounts/documents/needed.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { presentDocument } from './present-document.ts'

export type MyDocumentsNeeds = { kysely: Kysely<Tables>; neededDocuments: NeededDocuments }

/** Lists the carrier's documents, and the kinds that the operator needs. */
export function mountListMyDocuments(scope: FastifyInstance, needs: MyDocumentsNeeds): void {
  const { kysely, neededDocuments } = needs
  mount(scope, listMyDocuments, async ({ caller }) => {
    const documents = await currentDocuments(kysely, caller.accountId)
    return { documents: documents.map(presentDocument), needed: [...neededDocuments] }
  })
}

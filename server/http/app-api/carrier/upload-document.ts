import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { uploadDocument } from '#contract/app/documents.ts'
import { type SaveDocumentNeeds, saveDocument } from '../../../accounts/documents/save-document.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { receivePicture } from '../receive-picture.ts'
import { presentDocument } from './present-document.ts'

export type UploadDocumentNeeds = {
  pool: pg.Pool
  kysely: Kysely<Tables>
  photos: Pick<SaveDocumentNeeds, 'decoder' | 'storage'>
}

/** Stores a document of the carrier, with its picture. */
export function mountUploadDocument(scope: FastifyInstance, needs: UploadDocumentNeeds): void {
  const { pool, kysely, photos } = needs
  const stores = { pool, kysely, decoder: photos.decoder, storage: photos.storage }
  mount(scope, uploadDocument, async ({ caller, params, query, body, request, reply }) => {
    const saved = await receivePicture({ request, reply }, (signal) =>
      saveDocument(stores, {
        documentId: params.document_id.toLowerCase(),
        accountId: caller.accountId,
        kind: query.kind,
        expiresOn: query.expires_on,
        bytes: body,
        signal,
      }),
    )
    return presentDocument(saved)
  })
}

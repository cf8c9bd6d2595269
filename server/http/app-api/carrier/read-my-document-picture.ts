import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readMyDocumentPicture } from '#contract/app/documents.ts'
import { openPicture, type PictureNeeds } from '../../../accounts/documents/open-picture.ts'
import type { Tables } from '../../../db/tables.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { sendPicture } from '../../send-picture.ts'

export type MyPictureNeeds = { kysely: Kysely<Tables>; photos: Pick<PictureNeeds, 'storage'> }

/** Sends the picture of a document to its carrier. */
export function mountReadMyDocumentPicture(scope: FastifyInstance, needs: MyPictureNeeds): void {
  const { kysely, photos } = needs
  mount(scope, readMyDocumentPicture, async ({ caller, params, reply }) => {
    const document = { accountId: caller.accountId, documentId: params.document_id }
    const picture = await openPicture({ kysely, storage: photos.storage }, document)
    if (!picture) throw notFound
    return sendPicture(reply, picture)
  })
}

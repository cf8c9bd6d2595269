import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readDocumentPicture } from '#contract/admin/documents.ts'
import { openPicture, type PictureNeeds } from '../../../accounts/documents/open-picture.ts'
import { recordAudit } from '../../../db/audit.ts'
import type { Tables } from '../../../db/tables.ts'
import { byMember } from '../../../members/by-member.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { sendPicture } from '../../send-picture.ts'
import { visitOf } from '../visit.ts'

export type DocumentPictureNeeds = { kysely: Kysely<Tables>; photos: Pick<PictureNeeds, 'storage'> }

/** Sends the picture of a document to staff. The audit log keeps who has seen it, before its first byte is sent. */
export function mountReadDocumentPicture(scope: FastifyInstance, needs: DocumentPictureNeeds): void {
  const { kysely, photos } = needs
  mount(scope, readDocumentPicture, async ({ caller, params, request, reply }) => {
    const document = { accountId: params.account_id, documentId: params.document_id }
    const picture = await openPicture({ kysely, storage: photos.storage }, document)
    if (!picture) throw notFound
    try {
      await kysely.transaction().execute((trx) =>
        recordAudit(trx, {
          ...byMember(caller, visitOf(request)),
          act: 'document.view',
          targets: [
            { type: 'account', id: document.accountId },
            { type: 'document', id: document.documentId },
          ],
        }),
      )
    } catch (error) {
      picture.stream.destroy()
      throw error
    }
    return sendPicture(reply, picture)
  })
}

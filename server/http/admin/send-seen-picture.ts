import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { OpenedPicture } from '../../accounts/documents/document.ts'
import { recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { byMember } from '../../members/by-member.ts'
import type { MemberCaller } from '../mount.ts'
import { sendPicture } from '../responses/send-file.ts'
import { visitOf } from './by-caller.ts'

type Seen = {
  act: 'document.view' | 'carrier.view_photo'
  accountId: string
  /** The row of `carrier_document`. */
  documentId: string
  picture: OpenedPicture
  caller: MemberCaller
  request: FastifyRequest
  reply: FastifyReply
}

/** Sends a picture of a carrier to staff. The audit log records the reader before the first byte is sent. */
export async function sendSeenPicture(kysely: Kysely<Tables>, seen: Seen): Promise<FastifyReply> {
  const { act, accountId, documentId, picture, caller, request, reply } = seen
  try {
    await kysely.transaction().execute((trx) =>
      recordAudit(trx, {
        ...byMember(caller, visitOf(request)),
        act,
        targets: [
          { type: 'account', id: accountId },
          { type: 'document', id: documentId },
        ],
      }),
    )
  } catch (error) {
    picture.stream.destroy()
    throw error
  }
  return sendPicture(reply, picture)
}

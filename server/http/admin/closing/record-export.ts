import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { type AuditTarget, recordAudit } from '../../../db/audit.ts'
import type { Tables } from '../../../db/tables.ts'
import { byMember } from '../../../members/by-member.ts'
import { rateLimited } from '../../rate-headers.ts'
import type { MemberCaller } from '../caller.ts'
import { visitOf } from '../visit.ts'

export type RecordExportNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

/** Limit per member: an export may read a whole month. */
const mostPerMinute = 12

type Export = { act: string; targets: AuditTarget[]; fileName: string }

/** Limits and records the download of a CSV file, and sets its headers. */
export async function recordExport(
  { kysely, limiter }: RecordExportNeeds,
  { caller, request, reply }: { caller: MemberCaller; request: FastifyRequest; reply: FastifyReply },
  { act, targets, fileName }: Export,
): Promise<void> {
  const decision = await limiter.take(`member:${caller.memberId}:statements`, mostPerMinute)
  if (!decision.allowed) throw rateLimited(decision)
  const event = { ...byMember(caller, visitOf(request)), act, targets }
  await kysely.transaction().execute((trx) => recordAudit(trx, event))
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${fileName}"`)
}

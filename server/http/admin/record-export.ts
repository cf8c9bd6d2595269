import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { AuditAct } from '#contract/audit-acts.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { type AuditTarget, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { rateLimited } from '../limits/rate-headers.ts'
import type { MemberCaller } from '../mount.ts'
import { byCaller } from './by-caller.ts'

export type RecordExportNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

type Export = {
  act: AuditAct
  targets: AuditTarget[]
  /**
   * Limit of files per member, because a file may read a whole table. Exports with the same `of` are counted together.
   */
  limit: { of: string; perMinute: number }
  /** Whether the file has whole phones; absent without this choice. */
  withPhones?: boolean
}

/**
 * Counts and records the download of a file, before the file is read.
 *
 * @throws Problem `rate_limit_exceeded`; `signed_out` or `role_too_low` if the member has lost the access meanwhile.
 */
export async function recordExport(
  { kysely, limiter }: RecordExportNeeds,
  { caller, request }: { caller: MemberCaller; request: FastifyRequest },
  { act, targets, limit, withPhones }: Export,
): Promise<void> {
  const decision = await limiter.take(`member:${caller.memberId}:${limit.of}`, limit.perMinute)
  if (!decision.allowed) throw rateLimited(decision)
  const changes = withPhones !== undefined && { changes: { with_phones: { from: null, to: withPhones } } }
  const event = { ...byCaller(caller, request), act, targets, ...changes }
  await kysely.transaction().execute((trx) => recordAudit(trx, event))
}

import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { exportAccount as operation } from '#contract/admin/accounts.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { type By, recordAudit } from '../../../db/audit.ts'
import type { Tables } from '../../../db/tables.ts'
import { exportAccount as read } from '../../../privacy/export-account.ts'
import { notFound } from '../../errors/errors.ts'
import { rateLimited } from '../../limits/rate-headers.ts'
import type { Handler } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

export type ExportAccountNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

/** Limit per member: an export reads all data of an account. */
const maxPerMinute = 4

/** Sends everything that is held about a person as a file. */
export const exportAccount =
  ({ kysely, limiter }: ExportAccountNeeds): Handler<typeof operation> =>
  async ({ caller, params, body, request, reply }) => {
    const decision = await limiter.take(`member:${caller.memberId}:export`, maxPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    const by = byCaller(caller, request, body.reason)
    const pieces = await recordedExport(kysely, { accountId: params.account_id, by })
    if (!pieces) throw notFound
    reply.header('content-type', 'application/json')
    reply.header('content-disposition', 'attachment; filename="dray-account.json"')
    return Readable.from(pieces)
  }

/**
 * Records the export before its first byte is sent, so that one that breaks off is recorded too. The pages are read
 * outside the transaction, because a slow download must not keep a connection.
 */
async function recordedExport(kysely: Kysely<Tables>, { accountId, by }: { accountId: string; by: By }) {
  const pieces = await read(kysely, accountId)
  if (!pieces) return null
  const targets = [{ type: 'account' as const, id: accountId }]
  await kysely.transaction().execute((trx) => recordAudit(trx, { ...by, act: 'account.export', targets }))
  return pieces
}

import { type Kysely, sql, type Transaction } from 'kysely'
import type { ProfileRule } from '#contract/carrier-profile.ts'
import type { CarrierStatus, NoticeKind } from '#contract/vocabulary.ts'
import { type By, recordAudit } from '../../db/audit.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Tables } from '../../db/tables.ts'
import { changeInstant } from '../carrier-photos/photo.ts'
import { lacksDocumentSql, type NeededDocuments } from '../documents/document.ts'

/** The operator's decisions about a carrier: allowed states before, state after, and the notice to the carrier. */
export const judgements = {
  approve: { from: ['pending', 'rejected'], to: 'approved', tells: 'carrier_approved' },
  reject: { from: ['pending'], to: 'rejected', tells: 'carrier_rejected' },
  suspend: { from: ['pending', 'approved'], to: 'suspended', tells: 'carrier_suspended' },
  reinstate: { from: ['suspended'], to: 'approved', tells: 'carrier_approved' },
} as const satisfies Record<string, { from: readonly CarrierStatus[]; to: CarrierStatus; tells: NoticeKind }>
export type Judgement = keyof typeof judgements

export type Judged = {
  accountId: string
  judgement: Judgement
  by: By
  seenAt?: Date
  /** The documents required to approve a carrier; by default no document. */
  needed?: NeededDocuments
  /** An approval under `required` lets the carrier accept jobs only with a portrait and a plate (decision 81). */
  profileRule?: ProfileRule
}

/** Truncated to the milliseconds of a JavaScript Date, so a value that was read can be compared later. */
export const savedAt = sql<Date>`date_trunc('milliseconds', carrier.updated_at)`

/**
 * Applies a decision in one guarded statement, with the carrier's notice. Of two concurrent decisions, the second finds
 * the new status and is applied only if the table allows it. `seenAt` is the `updated_at` of the profile that was
 * reviewed (`findProfile`): a profile saved later is not changed. A suspended carrier keeps its accepted jobs. A
 * missing or expired document prevents the approval, but never suspends a carrier.
 *
 * @returns the new status, or null when the carrier's status does not allow the decision, the profile was saved since,
 *   a required document is missing, the account is erased, or there is no such carrier.
 */
export async function judgeCarrier(kysely: Kysely<Tables>, judged: Judged): Promise<CarrierStatus | null> {
  const { accountId, judgement, by } = judged
  return inTransaction(kysely, async (trx) => {
    // Waits for a concurrent erasure, so the update sees it.
    await sql`select from carrier where account_id = ${accountId} for update`.execute(trx)
    const status = await changeStatus(trx, judged)
    const targets = [{ type: 'account' as const, id: accountId }]
    // The reason is in the row of the carrier, which an erasure empties.
    if (status) await recordAudit(trx, { ...by, reason: null, act: `carrier.${judgement}`, targets })
    return status
  })
}

async function changeStatus(
  trx: Transaction<Tables>,
  { accountId, judgement, by, seenAt, needed = [], profileRule = 'off' }: Judged,
): Promise<CarrierStatus | null> {
  const { from, to, tells } = judgements[judgement]
  const row = await trx
    .with('judged', (db) =>
      db
        .updateTable('carrier')
        .set({
          status: to,
          status_reason: by.reason ?? null,
          status_changed_at: sql<Date>`now()`,
          updated_at: sql.raw<Date>(changeInstant),
          ...(to === 'approved' && { admitted_at: sql<Date>`now()` }),
          ...(judgement === 'approve' && { profile_required: profileRule === 'required' }),
        })
        .where('account_id', '=', accountId)
        .where('status', 'in', [...from])
        .where('account_id', 'in', (account) =>
          account.selectFrom('account').select('id').where('erased_at', 'is', null),
        )
        .$if(judgement === 'approve' && needed.length > 0, (query) =>
          query.where(sql<boolean>`not ${lacksDocumentSql(needed)}`),
        )
        .$if(seenAt !== undefined, (query) => query.where(savedAt, '=', seenAt ?? null))
        .returning(['account_id', 'status']),
    )
    .with('told', (db) =>
      db
        .insertInto('notice')
        .columns(['account_id', 'kind'])
        .expression((insert) =>
          insert
            .selectFrom('judged')
            .select(['judged.account_id', sql<NoticeKind>`${tells}::text`.as('kind')]),
        ),
    )
    .selectFrom('judged')
    .select('status')
    .executeTakeFirst()
  return row?.status ?? null
}

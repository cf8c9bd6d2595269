import { type Kysely, sql } from 'kysely'
import type { CarrierStatus, NoticeKind } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'

/** What the operator decides about a carrier, from which states, and what the carrier is told. */
export const judgements = {
  approve: { from: ['pending', 'rejected'], to: 'approved', tells: 'carrier_approved' },
  reject: { from: ['pending'], to: 'rejected', tells: 'carrier_rejected' },
  suspend: { from: ['pending', 'approved'], to: 'suspended', tells: 'carrier_suspended' },
  reinstate: { from: ['suspended'], to: 'approved', tells: 'carrier_approved' },
} as const satisfies Record<string, { from: readonly CarrierStatus[]; to: CarrierStatus; tells: NoticeKind }>
export type Judgement = keyof typeof judgements

export type Judged = { accountId: string; judgement: Judgement; reason: string | null; seenAt?: Date }

/** As exact as JavaScript tells instants, so that one may be read and given back. */
export const savedAt = sql<Date>`date_trunc('milliseconds', carrier.updated_at)`

/**
 * One guarded statement with the carrier's notice: of two decisions at once the second finds another state and fails, or
 * follows the first as the table allows. `seenAt` is the profile it was decided on (`findProfile`): one saved since is not
 * judged. Jobs a suspended carrier has accepted stay its own.
 *
 * @returns the status now, or null when the carrier was in no state for this, was saved since (or there is none).
 */
export async function judgeCarrier(
  kysely: Kysely<Tables>,
  { accountId, judgement, reason, seenAt }: Judged,
): Promise<CarrierStatus | null> {
  const { from, to, tells } = judgements[judgement]
  const row = await kysely
    .with('judged', (db) =>
      db
        .updateTable('carrier')
        .set({
          status: to,
          status_reason: reason,
          status_changed_at: sql<Date>`now()`,
          updated_at: sql<Date>`now()`,
        })
        .where('account_id', '=', accountId)
        .where('status', 'in', [...from])
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

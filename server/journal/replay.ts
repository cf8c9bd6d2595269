import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inTransaction } from '../db/in-transaction.ts'
import type { JournalAct, Tables } from '../db/tables.ts'
import { endDrafts } from '../jobs/drafts/delete-drafts.ts'
import { removePerson } from '../privacy/remove-person.ts'
import type { JournalEntry } from './journal-file.ts'

export type Replayed = {
  erasures: number
  suspensions: number
  keys: number
  drafts: number
  members: number
}

/**
 * Repeats the acts of the journal in a database restored from an older backup. A repeated replay has no effect. Also
 * stores the entries in the table, for the next restore.
 *
 * @param kysely a transaction, which is used, or a connection, on which a new one begins.
 * @returns the number of acts that changed something.
 */
export async function replayJournal(
  kysely: Kysely<Tables>,
  entries: readonly JournalEntry[],
): Promise<Replayed> {
  return inTransaction(kysely, async (trx) => {
    // Tells the triggers not to record these acts a second time and not to refuse them.
    await setRestoring(trx, 'on')
    const replayed: Replayed = { erasures: 0, suspensions: 0, keys: 0, drafts: 0, members: 0 }
    const inOrder = entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    const lastStatus = lastStatuses(inOrder)
    for (const entry of inOrder) {
      await keep(trx, entry)
      if (entry.act === 'carrier_status' && lastStatus.get(entry.subject_id) !== entry.id) continue
      const act = acts[entry.act] as (typeof acts)[JournalAct] | undefined
      if (act && (await act.replay(trx, entry))) replayed[act.counts] += 1
    }
    await setRestoring(trx, 'off')
    return replayed
  })
}

const setRestoring = (trx: Kysely<Tables>, value: 'on' | 'off') =>
  sql`select set_config('dray.restoring', ${value}, true)`.execute(trx)

/**
 * Id of the last status entry of each carrier. A suspension that ended in an approval must not return, because the
 * approval itself is not replayed.
 */
const lastStatuses = (inOrder: readonly JournalEntry[]): Map<string, string> =>
  new Map(inOrder.filter(({ act }) => act === 'carrier_status').map(({ subject_id, id }) => [subject_id, id]))

type Db = Kysely<Tables>
type Act = { counts: keyof Replayed; replay: (trx: Db, entry: JournalEntry) => Promise<boolean> }

const keep = (trx: Db, { id, at, act, subject_id, detail }: JournalEntry) =>
  trx
    .insertInto('journal')
    .values({ id, at, act, subject_id, detail })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

const changed = async (query: { execute: (db: Db) => Promise<{ numAffectedRows?: bigint }> }, trx: Db) =>
  ((await query.execute(trx)).numAffectedRows ?? 0n) > 0n

/** With its recovery codes. `isEnded` is about a row of `member_password`. */
async function removePassword(trx: Db, memberId: string, isEnded: RawBuilder<unknown>): Promise<boolean> {
  const has = sql`(select ${isEnded} from member_password where member_id = ${memberId})`
  await sql`delete from member_recovery_code where member_id = ${memberId} and ${has}`.execute(trx)
  return changed(sql`delete from member_password where member_id = ${memberId} and ${isEnded}`, trx)
}

const acts: Record<JournalAct, Act> = {
  account_erased: { counts: 'erasures', replay: (trx, { subject_id }) => removePerson(trx, subject_id) },
  account_suspended: {
    counts: 'suspensions',
    replay: (trx, { subject_id, at }) =>
      changed(
        sql`update account set suspended_at = ${at} where id = ${subject_id} and suspended_at is null and erased_at is null`,
        trx,
      ),
  },
  account_resumed: {
    counts: 'suspensions',
    replay: (trx, { subject_id }) =>
      changed(
        sql`update account set suspended_at = null, suspended_reason = null
            where id = ${subject_id} and suspended_at is not null`,
        trx,
      ),
  },
  partner_suspended: {
    counts: 'suspensions',
    replay: (trx, { subject_id, at }) =>
      changed(
        sql`update partner set suspended_at = ${at} where id = ${subject_id} and suspended_at is null`,
        trx,
      ),
  },
  partner_resumed: {
    counts: 'suspensions',
    replay: (trx, { subject_id }) =>
      changed(
        sql`update partner set suspended_at = null where id = ${subject_id} and suspended_at is not null`,
        trx,
      ),
  },
  key_revoked: {
    counts: 'keys',
    replay: (trx, { subject_id, at }) =>
      changed(
        sql`update api_key set revoked_at = ${at} where id = ${subject_id} and revoked_at is null`,
        trx,
      ),
  },
  // The new secret is lost with the database; the old secret was replaced for a reason and must not become valid
  // again.
  key_replaced: {
    counts: 'keys',
    replay: (trx, { subject_id, at, detail }) =>
      changed(
        sql`update api_key_secret set replaced_at = ${detail ?? at}
            where key_id = ${subject_id} and created_at < ${at} and coalesce(replaced_at, 'infinity') > ${detail ?? at}`,
        trx,
      ),
  },
  // The last setting of the operator counts, also if it extended or removed the expiry.
  key_expiry: {
    counts: 'keys',
    replay: (trx, { subject_id, detail }) =>
      changed(
        sql`update api_key set expires_at = ${detail}
            where id = ${subject_id} and revoked_at is null and expires_at is distinct from ${detail}::timestamptz`,
        trx,
      ),
  },
  // An approval is not replayed, because it was for a profile that the backup may not have.
  carrier_status: {
    counts: 'suspensions',
    replay: (trx, { subject_id, at, detail }) =>
      changed(
        sql`update carrier set status = ${detail}, status_reason = null, status_changed_at = ${at}
            where account_id = ${subject_id} and status <> ${detail} and ${detail} in ('suspended', 'rejected')`,
        trx,
      ),
  },
  member_removed: {
    counts: 'members',
    replay: (trx, { subject_id }) => changed(sql`delete from member where id = ${subject_id}`, trx),
  },
  member_suspended: {
    counts: 'members',
    replay: (trx, { subject_id, at }) =>
      changed(
        sql`update member set suspended_at = ${at} where id = ${subject_id} and suspended_at is null`,
        trx,
      ),
  },
  member_resumed: {
    counts: 'members',
    replay: (trx, { subject_id }) =>
      changed(
        sql`update member set suspended_at = null where id = ${subject_id} and suspended_at is not null`,
        trx,
      ),
  },
  member_role: {
    counts: 'members',
    replay: (trx, { subject_id, detail }) =>
      changed(sql`update member set role = ${detail} where id = ${subject_id} and role <> ${detail}`, trx),
  },
  member_passkey_removed: {
    counts: 'members',
    replay: (trx, { subject_id }) => changed(sql`delete from member_passkey where id = ${subject_id}`, trx),
  },
  // The new password is lost with the database; the old one may have been replaced because others knew it. The member
  // gets in with a passkey or a link, and sets a password again.
  member_password_set: {
    counts: 'members',
    replay: (trx, { subject_id, detail }) => removePassword(trx, subject_id, sql`created_at < ${detail}`),
  },
  member_password_removed: {
    counts: 'members',
    replay: (trx, { subject_id, detail }) => removePassword(trx, subject_id, sql`created_at <= ${detail}`),
  },
  draft_withdrawn: {
    counts: 'drafts',
    replay: async (trx, { subject_id }) => (await endDrafts(trx, sql<boolean>`job.id = ${subject_id}`)) > 0,
  },
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import {
  type ConfirmNeeds,
  checkConfirmation,
  endConfirmations,
  type MailOwner,
  type PendingAddress,
  readPending,
  startConfirmation,
} from '../mail/confirmation.ts'
import { byMember, type Visit } from './by-member.ts'
import type { MemberSession } from './session-store.ts'

/* The mail address at which a member of staff gets alerts. The audit log records a change, never the address. */

type Own = { session: MemberSession; visit: Visit }

const ownerOf = (memberId: string): MailOwner => ({ of: 'member', id: memberId })

type AlertAddress = {
  address: string | null
  failingSince: Date | null
  pending: PendingAddress | null
}

export async function readAlertAddress(kysely: Kysely<Tables>, memberId: string): Promise<AlertAddress> {
  const confirmed = await kysely
    .selectFrom('member_mail')
    .select(['address', 'failing_since as failingSince'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const pending = await readPending(kysely, ownerOf(memberId))
  return { address: confirmed?.address ?? null, failingSince: confirmed?.failingSince ?? null, pending }
}

/** Mails a code to the address, unless it is the confirmed one and works. @throws Problem, as `startConfirmation`. */
export async function askAlertAddress(
  needs: ConfirmNeeds,
  { session, visit, address }: Own & { address: string },
): Promise<void> {
  const { memberId } = session
  const known = await readAlertAddress(needs.kysely, memberId)
  if (known.address === address && known.failingSince === null && needs.mailCodes) return
  await startConfirmation(needs, {
    ...{ owner: ownerOf(memberId), address },
    started: (trx) => record(trx, { session, visit }, 'asked'),
  })
}

/** @throws Problem `code_wrong`, `code_expired`. */
export const confirmAlertAddress = (
  needs: ConfirmNeeds,
  { session, visit, code }: Own & { code: string },
): Promise<void> =>
  checkConfirmation(needs, { owner: ownerOf(session.memberId), code }, async (trx, address) => {
    await trx
      .insertInto('member_mail')
      .values({ member_id: session.memberId, address })
      .onConflict((conflict) =>
        conflict
          .column('member_id')
          .doUpdateSet({ address, failing_since: null, confirmed_at: sql<Date>`now()` }),
      )
      .execute()
    await record(trx, { session, visit }, 'confirmed')
  })

/** Also ends a code that waits, and locks it first, as its confirmation does. Repeating it changes nothing. */
export const removeAlertAddress = (kysely: Kysely<Tables>, { session, visit }: Own): Promise<void> =>
  kysely.transaction().execute(async (trx) => {
    const { memberId } = session
    await endConfirmations(trx, ownerOf(memberId))
    const { numDeletedRows } = await trx
      .deleteFrom('member_mail')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await trx.deleteFrom('mail').where('member_id', '=', memberId).where('status', '=', 'due').execute()
    await record(trx, { session, visit }, 'removed')
  })

/** Marks an address that its mail server has refused for good; not one that was confirmed since. */
export async function markAlertAddressFailing(
  kysely: Kysely<Tables>,
  { memberId, address }: { memberId: string; address: string },
): Promise<void> {
  await sql`
    update member_mail set failing_since = coalesce(failing_since, now())
    where member_id = ${memberId} and address = ${address}`.execute(kysely)
}

const record = (trx: Transaction<Tables>, { session, visit }: Own, to: 'asked' | 'confirmed' | 'removed') =>
  recordAudit(trx, {
    ...byMember(session, visit),
    act: 'member.change_alerts',
    targets: [{ type: 'member', id: session.memberId }],
    changes: { address: { from: null, to } },
  })

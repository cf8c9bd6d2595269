import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import {
  type ConfirmNeeds,
  checkConfirmation,
  endConfirmations,
  type MailOwner,
  newMailToken,
  type PendingAddress,
  readPending,
  startConfirmation,
} from '../../mail/confirmation.ts'

const ownerOf = (accountId: string): MailOwner => ({ of: 'account', id: accountId })

export type MailAddress = {
  address: string | null
  /** Since when a mail server refuses it for good. */
  failingSince: Date | null
  pending: PendingAddress | null
}

export async function readMailAddress(kysely: Kysely<Tables>, accountId: string): Promise<MailAddress> {
  const confirmed = await kysely
    .selectFrom('mail_address')
    .select(['address', 'failing_since as failingSince'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const pending = await readPending(kysely, ownerOf(accountId))
  return { address: confirmed?.address ?? null, failingSince: confirmed?.failingSince ?? null, pending }
}

/** Mails a code to the address, unless it is the confirmed one and works. @throws Problem, as `startConfirmation`. */
export async function changeMailAddress(
  needs: ConfirmNeeds,
  { accountId, address }: { accountId: string; address: string },
): Promise<void> {
  const known = await readMailAddress(needs.kysely, accountId)
  if (known.address === address && known.failingSince === null && needs.mailCodes) return
  await startConfirmation(needs, { owner: ownerOf(accountId), address })
}

/** @throws Problem `code_wrong`, `code_expired`. */
export const confirmMailAddress = (
  needs: ConfirmNeeds,
  { accountId, code }: { accountId: string; code: string },
): Promise<void> =>
  checkConfirmation(needs, { owner: ownerOf(accountId), code }, async (trx, address) => {
    await trx
      .insertInto('mail_address')
      .values({ account_id: accountId, address, token: newMailToken() })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({
          ...{ address, token: newMailToken(), failing_since: null },
          confirmed_at: sql<Date>`now()`,
        }),
      )
      .execute()
  })

/**
 * Also ends a code that waits, and locks it first, as its confirmation does. A mail that is being sent at this moment
 * may still arrive.
 */
export const removeMailAddress = (kysely: Kysely<Tables>, accountId: string): Promise<void> =>
  kysely.transaction().execute(async (trx) => {
    await endConfirmations(trx, ownerOf(accountId))
    await trx.deleteFrom('mail_address').where('account_id', '=', accountId).execute()
    await trx.deleteFrom('mail').where('account_id', '=', accountId).where('status', '=', 'due').execute()
  })

/** Marks an address that its mail server has refused for good; not one that was confirmed since. */
export async function markFailing(
  kysely: Kysely<Tables>,
  { accountId, address }: { accountId: string; address: string },
): Promise<void> {
  await kysely
    .updateTable('mail_address')
    .set({ failing_since: sql<Date>`coalesce(failing_since, now())` })
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .execute()
}

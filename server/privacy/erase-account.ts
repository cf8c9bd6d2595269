import { type Kysely, sql, type Transaction } from 'kysely'
import { type CheckNeeds, codeExpired, requireRightCode } from '../accounts/check-code.ts'
import { useCode } from '../accounts/code-store.ts'
import { waitForTurn } from '../db/lock-order.ts'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import { type Blocker, findBlockers, isMoney } from './erasure-blockers.ts'
import { removePerson } from './remove-person.ts'

type Trx = Transaction<Tables>

type Erasure = {
  accountId: string
  /** Staff have paid the wallet balance and the carrier's earnings in another way. */
  moneySettled: boolean
  /** Called in the erasing transaction before any change; if it throws, the account is not erased. */
  before?: (trx: Trx) => Promise<void>
}

type Erased =
  | { outcome: 'erased' | 'erased_before' | 'unknown' }
  | { outcome: 'blocked'; blockers: Blocker[] }

const deadlockDetected = '40P01'
const maxAttempts = 3

/**
 * Erases an account on request, in one transaction, or not at all while something blocks it. Idempotent. The number may
 * sign up again immediately, as a new account. Retries after a deadlock.
 */
export async function eraseAccount(kysely: Kysely<Tables>, erasure: Erasure): Promise<Erased> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await kysely.transaction().execute((trx) => erase(trx, erasure))
    } catch (error) {
      const { code } = error as { code?: string }
      if (code !== deadlockDetected || attempt === maxAttempts) throw error
    }
  }
}

async function erase(trx: Trx, { accountId, moneySettled, before }: Erasure): Promise<Erased> {
  const account = await lock(trx, accountId)
  if (!account) return { outcome: 'unknown' }
  if (account.erased_at) return { outcome: 'erased_before' }
  const found = await findBlockers(trx, accountId)
  const blockers = found.filter(({ reason }) => !(moneySettled && isMoney(reason)))
  if (blockers.length > 0) return { outcome: 'blocked', blockers }
  await before?.(trx)
  await removePerson(trx, accountId)
  return { outcome: 'erased' }
}

/**
 * Locks carrier, jobs and account, in the order of `db/lock-order.ts`, after the pages that are being issued. Of the
 * jobs also those that ended, because `removeJobs` changes them too: a message or a tip locks its job first. This
 * waits for concurrent transactions on the account, so the next statement sees their rows. Once the account is locked,
 * no request can add rows to it (`refuse_erased_account`).
 */
async function lock(trx: Trx, accountId: string) {
  await waitForTurn(trx)
  await sql`select from carrier where account_id = ${accountId} for update`.execute(trx)
  await sql`
    select from job where (customer_id = ${accountId} or carrier_id = ${accountId})
      and (data_removed_at is null or photos_removed_at is null) order by id for update`.execute(trx)
  return trx
    .selectFrom('account')
    .select('erased_at')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

type EraseMe = { accountId: string; phone: string; challengeId: string; code: string }

/**
 * A person deletes their own account. Requires a new code, which a person who merely found an open browser does not
 * have. Checks the blockers before the code, to avoid using up the code in a blocked request.
 *
 * @throws Problem `wrong_state` (409) while something blocks, `code_wrong`, `code_expired` (422).
 */
export async function eraseMe(needs: CheckNeeds, input: EraseMe): Promise<void> {
  const { accountId, challengeId } = input
  const blockers = await findBlockers(needs.kysely, accountId)
  if (blockers.length > 0) throw notErasable(blockers)
  await requireRightCode(needs, input)
  const erased = await eraseAccount(needs.kysely, {
    accountId,
    moneySettled: false,
    before: async (trx) => {
      if (!(await useCode(trx, challengeId))) throw codeExpired
    },
  })
  if (erased.outcome === 'blocked') throw notErasable(erased.blockers)
}

/** A 409 that lists everything to end before the erasure, and how. */
const notErasable = (blockers: Blocker[]): Problem =>
  new Problem(
    'wrong_state',
    (t) =>
      t.accounts.notErasable(blockers.map(({ reason, cents }) => t.accounts.blockers[reason](cents ?? 0))),
    blockers.some(({ reason }) => isMoney(reason)) ? { asksSupport: true } : {},
  )

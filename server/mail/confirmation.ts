import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { lockAccount } from '../db/lock-order.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { newCode } from '../lib/new-code.ts'
import { Problem } from '../lib/problem.ts'
import type { Sealer } from '../lib/sealer.ts'
import { giveUpSql } from './store.ts'

export type ConfirmNeeds = {
  kysely: Kysely<Tables>
  /** Null while the installation sends no mail. */
  mailCodes: MailCodes | null
}

export type MailCodes = {
  /** Seals a code in its row until it is sent. */
  sealer: Sealer
  hash: (code: { id: string; address: string; code: string }) => Buffer
}

/** @param pepper derived from the secret key, which is not in the database. */
export const createMailCodes = (pepper: Buffer, sealer: Sealer): MailCodes => ({
  sealer,
  hash: ({ id, address, code }) =>
    createHmac('sha256', pepper).update(`mail\0${id}\0${address}\0${code}`).digest(),
})

/** Who confirms an address: a customer or carrier, or a member of staff. */
export type MailOwner = { of: 'account' | 'member'; id: string }

/** On `mail` and `mail_confirmation`. */
const isOf = ({ of, id }: MailOwner) => sql<boolean>`${sql.ref(`${of}_id`)} = ${id}`

const codeLifeSeconds = 3_600
const maxChecks = 5
const maxPerOwner = 5
const maxPerAddress = 3

/**
 * Mails a code to an address. It ends an earlier code of its owner. If too many codes were mailed to the address, by
 * all owners together, the code is kept back, and no response shows it.
 *
 * @param started runs in the same transaction.
 * @throws Problem `rate_limit_exceeded` when the owner has asked for too many codes.
 */
export async function startConfirmation(
  { kysely, mailCodes }: ConfirmNeeds,
  {
    owner,
    address,
    started,
  }: { owner: MailOwner; address: string; started?: (trx: Transaction<Tables>) => Promise<void> },
): Promise<void> {
  if (!mailCodes) throw noMail
  await kysely.transaction().execute(async (trx) => {
    if (owner.of === 'account') await lockAccount(trx, owner.id)
    const { byOwner, toAddress } = await countStarted(trx, owner, address)
    if (byOwner >= maxPerOwner) throw tooMany
    await sql`
      update mail_confirmation set expires_at = now()
      where ${isOf(owner)} and used_at is null and expires_at > now()`.execute(trx)
    await insert(trx, mailCodes, { owner, address, isKeptBack: toAddress >= maxPerAddress })
    await started?.(trx)
  })
}

async function countStarted(trx: Transaction<Tables>, owner: MailOwner, address: string) {
  const names = [`mail:${owner.id}`, `mail:${address.toLowerCase()}`]
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys`.execute(
    trx,
  )
  const { rows } = await sql<{ byOwner: number; toAddress: number }>`
    select (select count(*)::integer from mail_confirmation
        where ${isOf(owner)} and created_at > now() - interval '24 hours') as "byOwner",
      (select count(*)::integer from mail_confirmation where lower(address) = lower(${address})
        and code_hash is not null and created_at > now() - interval '24 hours') as "toAddress"`.execute(trx)
  return rows[0] ?? { byOwner: 0, toAddress: 0 }
}

async function insert(
  trx: Transaction<Tables>,
  { sealer, hash }: MailCodes,
  { owner, address, isKeptBack }: { owner: MailOwner; address: string; isKeptBack: boolean },
): Promise<void> {
  const ownedBy = {
    account_id: owner.of === 'account' ? owner.id : null,
    member_id: owner.of === 'member' ? owner.id : null,
  }
  const [id, mailId, code] = [newId(), newId(), newCode()]
  await trx
    .insertInto('mail_confirmation')
    .values({
      ...{ id, ...ownedBy, address },
      code_hash: isKeptBack ? null : hash({ id, address, code }),
      expires_at: sql<Date>`now() + make_interval(secs => ${codeLifeSeconds})`,
    })
    .execute()
  if (isKeptBack) return
  await trx
    .insertInto('mail')
    .values({
      ...{ id: mailId, kind: 'confirmation', ...ownedBy, confirmation_id: id },
      sealed_code: sealer.seal(mailId, code),
      give_up_at: giveUpSql('confirmation'),
    })
    .execute()
}

/**
 * Checks a code. The check is counted before the comparison, in one guarded statement; of concurrent right codes one
 * succeeds. `confirmed` runs in the transaction that uses the code up.
 *
 * @throws Problem `code_wrong`, `code_expired`.
 */
export async function checkConfirmation(
  { kysely, mailCodes }: ConfirmNeeds,
  { owner, code }: { owner: MailOwner; code: string },
  confirmed: (trx: Transaction<Tables>, address: string) => Promise<void>,
): Promise<void> {
  const counted = await countCheck(kysely, owner)
  if (!counted || !mailCodes) throw codeExpired
  const { id, address, codeHash } = counted
  if (!codeHash || !timingSafeEqual(mailCodes.hash({ id, address, code }), codeHash)) throw codeWrong
  await kysely.transaction().execute(async (trx) => {
    if (owner.of === 'account') await lockAccount(trx, owner.id)
    const { numUpdatedRows } = await trx
      .updateTable('mail_confirmation')
      .set({ used_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw codeExpired
    await confirmed(trx, address)
  })
}

type Counted = { id: string; address: string; codeHash: Buffer | null }

async function countCheck(kysely: Kysely<Tables>, owner: MailOwner): Promise<Counted | undefined> {
  const { rows } = await sql<Counted>`
    update mail_confirmation set checks = checks + 1
    where ${isOf(owner)} and used_at is null and expires_at > now() and checks < ${maxChecks}
    returning id, address, code_hash as "codeHash"`.execute(kysely)
  return rows[0]
}

export type PendingAddress = { address: string; expiresAt: Date; isRefused: boolean }

/** The address that waits for its code. */
export async function readPending(kysely: Kysely<Tables>, owner: MailOwner): Promise<PendingAddress | null> {
  const { rows } = await sql<PendingAddress>`
    select address, expires_at as "expiresAt", refused_at is not null as "isRefused" from mail_confirmation
    where ${isOf(owner)} and used_at is null and expires_at > now() order by created_at desc limit 1`.execute(
    kysely,
  )
  return rows[0] ?? null
}

/** Ends the codes of an owner that wait, or all codes, and the mails with them. */
export async function endConfirmations(db: Kysely<Tables>, owner: MailOwner | 'all'): Promise<void> {
  const which: RawBuilder<boolean> = owner === 'all' ? sql`true` : isOf(owner)
  await sql`update mail_confirmation set expires_at = now() where used_at is null and expires_at > now() and ${which}`.execute(
    db,
  )
  await sql`delete from mail where status = 'due' and confirmation_id is not null and ${which}`.execute(db)
}

/** Deletes confirmations after a day, because codes are counted by them. Their mails go with them. */
export async function forgetConfirmations(kysely: Kysely<Tables>): Promise<void> {
  await sql`delete from mail_confirmation where created_at < now() - interval '24 hours'`.execute(kysely)
}

/** Opens the page that switches mails off. */
export const newMailToken = (): string => randomBytes(24).toString('base64url')

const noMail = new Problem('wrong_state', (t) => t.accounts.noMail)
const tooMany = new Problem('rate_limit_exceeded', (t) => t.accounts.tooManyMailCodes, {
  retryAfterSeconds: 86_400,
})
const codeWrong = new Problem('code_wrong', (t) => t.accounts.codeWrong)
const codeExpired = new Problem('code_expired', (t) => t.accounts.codeExpired)

import { type AliasableExpression, type Kysely, type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { AuditAct } from '#contract/audit-acts.ts'
import type { CarrierStatus, NoticeKind, PersonLanguage } from '#contract/vocabulary.ts'
import { type By, recordAudit } from '../db/audit.ts'
import { languageColumns, languageIn } from '../db/language-columns.ts'
import type { Tables } from '../db/tables.ts'
import { maskPhone } from '../lib/phone.ts'
import { hasMailSql } from '../mail/store.ts'

export type Account = {
  id: string
  phone: string
  name: string | null
  language: PersonLanguage
  carrierStatus: CarrierStatus | null
  suspended: boolean
}

/** Returns the account of a number and creates a missing one; concurrent requests create one account. */
export async function ensureAccount(
  kysely: Kysely<Tables>,
  { id, phone, language }: { id: string; phone: string; language: PersonLanguage },
): Promise<Account> {
  await kysely
    .insertInto('account')
    .values({ id, phone, ...languageColumns(language) })
    .onConflict((conflict) => conflict.column('phone').where('sandbox_key_id', 'is', null).doNothing())
    .execute()
  const account = await kysely
    .selectFrom('account as a')
    .leftJoin('carrier as c', 'c.account_id', 'a.id')
    .select(['a.id', 'a.name', languageIn('a').as('language'), 'c.status as carrierStatus'])
    .select(sql<boolean>`a.suspended_at is not null`.as('suspended'))
    .where('a.phone', '=', phone)
    .where('a.sandbox_key_id', 'is', null)
    .executeTakeFirstOrThrow()
  return { ...account, phone }
}

/** Changes the given fields; absent fields are kept. An erased account is not changed. */
export async function changeAccount(
  kysely: Kysely<Tables>,
  {
    accountId,
    name,
    language,
  }: { accountId: string; name?: string | undefined; language?: PersonLanguage | undefined },
): Promise<void> {
  if (name === undefined && language === undefined) return
  await kysely
    .updateTable('account')
    .set({ ...(name !== undefined && { name }), ...(language && languageColumns(language)) })
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .execute()
}

/**
 * Suspends an account: every session of it is refused from the next request on. A repeated request keeps the first time
 * and takes the new reason.
 *
 * @returns false when there is no such account, or it is erased.
 */
export function suspendAccount(kysely: Kysely<Tables>, { accountId, by }: OnAccount): Promise<boolean> {
  const reason = by.reason ?? null
  const set = { suspended_at: sql<Date>`coalesce(suspended_at, now())`, suspended_reason: reason }
  const isNew = sql<boolean>`suspended_at is null or suspended_reason is distinct from ${reason}`
  // The reason is in the row of the account, which an erasure empties.
  return applyAct(kysely, { accountId, by: { ...by, reason: null }, act: 'account.suspend', set, isNew })
}

/**
 * Lifts the suspension; its sessions work again.
 *
 * @returns false when there is no such account, or it is erased.
 */
export function resumeAccount(kysely: Kysely<Tables>, { accountId, by }: OnAccount): Promise<boolean> {
  const set = { suspended_at: null, suspended_reason: null }
  const isNew = sql<boolean>`suspended_at is not null`
  return applyAct(kysely, { accountId, by, act: 'account.resume', set, isNew })
}

type OnAccount = { accountId: string; by: By }
type Act = OnAccount & {
  act: AuditAct
  set: UpdateObject<Tables, 'account'>
  /** False when the account already has this value: then no row is written or recorded. */
  isNew: AliasableExpression<boolean>
}

const applyAct = (kysely: Kysely<Tables>, { accountId, by, act, set, isNew }: Act): Promise<boolean> =>
  kysely.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('account')
      .select(isNew.as('isNew'))
      .where('id', '=', accountId)
      .where('erased_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account?.isNew) return account !== undefined
    await trx.updateTable('account').set(set).where('id', '=', accountId).execute()
    await recordAudit(trx, { ...by, act, targets: [{ type: 'account', id: accountId }] })
    return true
  })

/** The newest accounts, for the operator, without the people of sandboxes. */
export async function listAccounts(kysely: Kysely<Tables>, limit: number) {
  const rows = await kysely
    .selectFrom('account as a')
    .leftJoin('carrier as c', 'c.account_id', 'a.id')
    .select(['a.id as account_id', 'a.phone', 'a.name', languageIn('a').as('language')])
    .select('c.status as carrier_status')
    .select(['a.suspended_at', 'a.suspended_reason', 'a.erased_at', 'a.created_at'])
    .where('a.sandbox_key_id', 'is', null)
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, phone: row.phone && maskPhone(row.phone) }))
}

/** The channels beside push that this installation has for notices. */
export type NoticeReach = {
  /** Whether people without a device get texts. */
  smsNotices: boolean
  /** The kinds that are mailed; none while no mail is sent. */
  mailedKinds: readonly NoticeKind[]
}

/** Whether a notice of this kind reaches the account: a push, a text, or a mail to a confirmed address. */
export const isReachable = (
  accountId: RawBuilder<unknown>,
  kind: NoticeKind,
  { smsNotices, mailedKinds }: NoticeReach,
) => sql<boolean>`exists (
  select from account a where a.id = ${accountId} and a.suspended_at is null and a.phone is not null
    and (${smsNotices} or exists (
      select from push_subscription s join session on session.id = s.session_id
      where s.account_id = a.id and session.ended_at is null and session.expires_at > now())
    or ${mailedKinds.includes(kind)} and ${sql.raw(hasMailSql('a.id'))} and not exists (
      select from notice_switch off where off.account_id = a.id and off.kind = ${kind} and off.channel = 'mail')))`

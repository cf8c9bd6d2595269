import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CarrierStatus, PersonLanguage } from '#contract/vocabulary.ts'
import { type By, recordAudit } from '../db/audit.ts'
import { languageIn } from '../db/language-columns.ts'
import type { Tables } from '../db/tables.ts'
import { type Page, type Paging, readPage } from '../lib/page.ts'

type Db = Kysely<Tables>

export type FoundAccount = {
  accountId: string
  name: string | null
  phone: string | null
  language: PersonLanguage
  carrierStatus: CarrierStatus | null
  suspendedAt: Date | null
  suspendedReason: string | null
  erasedAt: Date | null
  createdAt: Date
}

/** An absent filter is not applied. */
export type AccountFilters = {
  /** Prefix of the name. */
  name?: string | undefined
  accountId?: string | undefined
} & Paging

/** A page of accounts, the newest first. The people of a sandbox are found only by id. */
export function findAccounts(
  kysely: Db,
  { name, accountId, before, ...paging }: AccountFilters,
): Promise<Page<FoundAccount>> {
  const given = [
    accountId === undefined ? sql`and account.sandbox_key_id is null` : sql`and account.id = ${accountId}`,
    ...(name === undefined ? [] : [sql`and lower(account.name) like lower(${prefixPattern(name)})`]),
    ...(before === undefined ? [] : [sql`and account.id < ${before}`]),
  ]
  const find = (limit: number) =>
    select(kysely, sql`${sql.join(given, sql` `)} order by account.id desc limit ${limit}`)
  return readPage(paging, find, (account) => account.accountId)
}

/** One account, erased or not; null for an unknown id. */
export async function findAccount(kysely: Db, accountId: string): Promise<FoundAccount | null> {
  return (await select(kysely, sql`and account.id = ${accountId}`))[0] ?? null
}

/** The account of a number, or null. Records who searched, in both cases, with the last two digits only. */
export function findAccountByPhone(
  kysely: Db,
  { phone, by }: { phone: string; by: By },
): Promise<FoundAccount | null> {
  return kysely.transaction().execute(async (trx) => {
    const [account = null] = await select(
      trx,
      sql`and account.phone = ${phone} and account.sandbox_key_id is null`,
    )
    await recordAudit(trx, {
      ...by,
      act: 'account.search_phone',
      targets: account ? [{ type: 'account', id: account.accountId }] : [],
      changes: { last_two_digits: { from: null, to: phone.slice(-2) } },
    })
    return account
  })
}

async function select(kysely: Db, conditions: RawBuilder<unknown>): Promise<FoundAccount[]> {
  const { rows } = await sql<FoundAccount>`
    select account.id as "accountId", account.name, account.phone, ${languageIn('account')} as language,
      carrier.status as "carrierStatus", account.suspended_at as "suspendedAt",
      account.suspended_reason as "suspendedReason", account.erased_at as "erasedAt",
      account.created_at as "createdAt"
    from account left join carrier on carrier.account_id = account.id where true ${conditions}`.execute(
    kysely,
  )
  return rows
}

const prefixPattern = (name: string): string => `${name.replace(/[\\%_]/g, '\\$&')}%`

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { WalletHolder, WalletOrder } from '#contract/admin/money/wallets.ts'
import type { Tables } from '../../db/tables.ts'
import { type Page, type Paging, readPage } from '../../lib/page.ts'
import { accountBalance, ledgerAccount } from '../ledger/entries.ts'
import { readFunds, type WalletFunds } from '../wallet/balance.ts'
import { all, type Condition } from './conditions.ts'

type Db = Kysely<Tables>

export type WalletFilters = {
  /** Of customers: the balance of wallets. Of carriers: the amount owed and not paid out. */
  holder: WalletHolder
  order?: WalletOrder | undefined
  /** Prefix of the name. */
  name?: string | undefined
  minCents?: number | undefined
  maxCents?: number | undefined
}

export type WalletRow = { place: string; accountId: string; name: string | null; balanceCents: number }

/**
 * The balances above zero. The place of a row has no name, because it is part of URLs: the next page is found by the
 * id.
 */
export async function findWallets(
  kysely: Db,
  { before, limit, ...filters }: WalletFilters & Paging,
): Promise<Page<WalletRow>> {
  const { holder, order = 'size', name, minCents, maxCents } = filters
  const conditions: Condition[] = [
    sql<boolean>`true`,
    ...(name === undefined ? [] : [sql<boolean>`lower(account.name) like lower(${prefixPattern(name)})`]),
    ...(minCents === undefined ? [] : [sql<boolean>`w.balance_cents >= ${minCents}`]),
    ...(maxCents === undefined ? [] : [sql<boolean>`w.balance_cents <= ${maxCents}`]),
    ...(order === 'name' ? [sql<boolean>`account.name is not null`] : []),
    ...(before === undefined ? [] : [isAfter(before, order)]),
  ]
  const find = async (most: number) => {
    const { rows } = await sql<WalletRow>`
      select w.balance_cents || '~' || w.account_id as place, w.account_id as "accountId", account.name,
        w.balance_cents as "balanceCents"
      from (${holder === 'customer' ? walletBalances : carrierBalances}) w join account on account.id = w.account_id
      where ${all(conditions)} order by ${orders[order]} limit ${most}`.execute(kysely)
    return rows
  }
  return readPage({ limit }, find, ({ place }) => place)
}

const walletBalances = sql`select account_id, balance_cents from wallet where balance_cents > 0`

/** As in the ledger: each share booked for a carrier has a transfer, which is open until it is paid. */
const carrierBalances = sql`
  select e.carrier_id as account_id, sum(e.amount_cents) as balance_cents
  from payment_effect e join payment p on p.id = e.payment_id
  where e.status in ('due', 'running') and e.kind = 'transfer' and e.carrier_id is not null and p.mode = 'live'
  group by e.carrier_id`

/** Names in the order of their index. */
const orders: Record<WalletOrder, RawBuilder<unknown>> = {
  size: sql`w.balance_cents desc, w.account_id desc`,
  name: sql`lower(account.name) using ~<~, account.id`,
}

function isAfter(place: string, order: WalletOrder): Condition {
  const [cents = '', id = ''] = place.split('~')
  if (order === 'size') return sql<boolean>`(w.balance_cents, w.account_id) < (${cents}::bigint, ${id}::uuid)`
  const last = sql`(select lower(l.name) from account l where l.id = ${id}::uuid)`
  return sql<boolean>`lower(account.name) ~>=~ ${last}
    and (lower(account.name) ~>~ ${last} or account.id > ${id}::uuid)`
}

/** `%`, `_` and `\` are literal. */
const prefixPattern = (name: string): string => `${name.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export type Wallet = WalletFunds & {
  accountId: string
  name: string | null
  isCarrier: boolean
  owedCents: number
}

/** The balances of one person; null for an unknown person. */
export async function readWallet(kysely: Db, accountId: string): Promise<Wallet | null> {
  const account = await kysely
    .selectFrom('account')
    .leftJoin('carrier', 'carrier.account_id', 'account.id')
    .select(['account.name', sql<boolean>`carrier.account_id is not null`.as('isCarrier')])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  if (!account) return null
  const funds = await readFunds(kysely, accountId)
  return { accountId, ...account, ...funds, owedCents: await owedTo(kysely, accountId) }
}

const owedTo = (kysely: Db, accountId: string): Promise<number> =>
  kysely.transaction().execute((trx) => accountBalance(trx, ledgerAccount.carrier(accountId)))

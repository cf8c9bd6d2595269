import { type Kysely, sql } from 'kysely'
import type { AccountBalance } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'

/**
 * The balances of live money: of each account of a processor or the platform, and of all wallets, holds, captured payments
 * and carriers together. They add up to zero. Reads the whole ledger, so only the check in the background calls it.
 */
export async function ledgerBalances(kysely: Kysely<Tables>): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    with balance as (
      select account, sum(cents)::bigint as cents from (
        select credit as account, amount_cents as cents from ledger_transfer where mode = 'live'
        union all select debit, -amount_cents from ledger_transfer where mode = 'live') as movement
      group by account)
    select case when account like 'processor:%' or account like 'platform:%' then account
      else split_part(account, ':', 1) end as account,
      sum(cents)::bigint as balance_cents, count(*) filter (where cents <> 0) as accounts
    from balance group by 1 order by 1`.execute(kysely)
  return rows
}

import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listAccounts as operation } from '#contract/admin/accounts.ts'
import type { Tables } from '../../../db/tables.ts'
import { findAccounts } from '../../../people/find-accounts.ts'
import { mount } from '../../mount.ts'
import { presentAccount } from './present-account.ts'

/** Lists the people that the filters let through. */
export function mountListAccounts(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, query: { account_id: accountId, ...filters } }) => {
    const { rows, next } = await findAccounts(kysely, { ...filters, accountId })
    return { accounts: rows.map((account) => presentAccount(account, caller)), next }
  })
}

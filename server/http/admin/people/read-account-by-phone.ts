import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readAccountByPhone as operation } from '#contract/admin/accounts.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Tables } from '../../../db/tables.ts'
import { findAccountByPhone } from '../../../people/find-accounts.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { limitPhoneSearch } from '../limit-phone-search.ts'
import { presentAccount } from './present-account.ts'

/** Reads the person of a number, and records who asked. */
export function mountReadAccountByPhone(
  scope: FastifyInstance,
  { kysely, limiter }: { kysely: Kysely<Tables>; limiter: Limiter },
): void {
  mount(scope, operation, async ({ caller, body: { phone }, request }) => {
    await limitPhoneSearch(limiter, caller)
    const account = await findAccountByPhone(kysely, { phone, by: byCaller(caller, request) })
    return { accounts: account ? [presentAccount(account, caller)] : [] }
  })
}

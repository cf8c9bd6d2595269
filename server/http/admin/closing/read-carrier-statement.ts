import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readCarrierStatement as operation } from '#contract/admin/statements.ts'
import { readCarrierStatement } from '../../../closing/carrier-statement.ts'
import type { Tables } from '../../../db/tables.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { shownWords } from '../sees-phones.ts'
import { presentCarrierStatement } from './present-statement.ts'

/** Shows what a carrier earned and was paid in a month. */
export function mountReadCarrierStatement(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, params: { account_id: accountId }, query }) => {
    const statement = await readCarrierStatement(kysely, { accountId, ...query })
    if (!statement) throw notFound
    return presentCarrierStatement(statement, shownWords(caller))
  })
}

import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readPartnerStatement as operation } from '#contract/admin/statements.ts'
import { readPartnerStatement } from '../../../closing/partner-statement.ts'
import type { Tables } from '../../../db/tables.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { wordsOfPartner } from '../sees-phones.ts'
import { presentPartnerStatement } from './present-statement.ts'

/** Shows what became of a partner's jobs in a month. */
export function mountReadPartnerStatement(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, params: { partner_id: partnerId }, query }) => {
    const statement = await readPartnerStatement(kysely, { partnerId, ...query })
    if (!statement) throw notFound
    return presentPartnerStatement(statement, wordsOfPartner(caller))
  })
}

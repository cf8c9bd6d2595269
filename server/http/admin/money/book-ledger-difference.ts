import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { bookLedgerDifference as operation } from '#contract/admin/money/ledger.ts'
import type { Tables } from '../../../db/tables.ts'
import { bookDifference } from '../../../today/book-difference.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { answerLedger } from './answer-ledger.ts'

/** Books a difference of the ledger that was looked into. */
export function mountBookLedgerDifference(
  scope: FastifyInstance,
  { kysely }: { kysely: Kysely<Tables> },
): void {
  mount(scope, operation, async ({ caller, body, request }) => {
    const { reason, ...seen } = body
    await bookDifference({ kysely }, { seen, by: byCaller(caller, request, reason) })
    return answerLedger(kysely)
  })
}

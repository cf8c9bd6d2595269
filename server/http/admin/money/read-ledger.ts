import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readLedger as operation } from '#contract/admin/money/ledger.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { answerLedger } from './answer-ledger.ts'

/** Reads the result of the last check of the ledger. */
export function mountReadLedger(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, () => answerLedger(kysely))
}

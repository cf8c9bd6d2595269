import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { mountChangeMe } from './change-me.ts'
import { mountReadMe } from './read-me.ts'

export type AccountNeeds = { kysely: Kysely<Tables> }

/** The caller's account. */
export function mountAccount(scope: FastifyInstance, needs: AccountNeeds): void {
  mountReadMe(scope)
  mountChangeMe(scope, needs)
}

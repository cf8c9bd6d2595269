import type { FastifyInstance } from 'fastify'
import type { MeNeeds } from '../present-me.ts'
import { mountAcceptTerms } from './accept-terms.ts'
import { mountChangeMe } from './change-me.ts'
import { mountReadMe } from './read-me.ts'

export type AccountNeeds = MeNeeds

/** The caller's account. */
export function mountAccount(scope: FastifyInstance, needs: AccountNeeds): void {
  mountReadMe(scope, needs)
  mountChangeMe(scope, needs)
  mountAcceptTerms(scope, needs)
}

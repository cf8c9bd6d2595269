import type { FastifyInstance } from 'fastify'
import { readMe } from '#contract/app/account.ts'
import { presentMe } from '../present-me.ts'
import { appRoute } from '../route.ts'

/** Shows the caller's account. */
export function mountReadMe(scope: FastifyInstance): void {
  appRoute(scope, readMe, async ({ caller }) => presentMe(caller))
}

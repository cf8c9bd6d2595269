import type { FastifyInstance } from 'fastify'
import { readMe } from '#contract/app/account.ts'
import { mount } from '../../mount.ts'
import { presentMe } from '../present-me.ts'

/** Shows the caller's account. */
export function mountReadMe(scope: FastifyInstance): void {
  mount(scope, readMe, async ({ caller }) => presentMe(caller))
}

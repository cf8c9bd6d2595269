import type { FastifyInstance } from 'fastify'
import { readMe } from '#contract/app/account.ts'
import { mount } from '../../mount.ts'
import { type MeNeeds, presentMe } from '../present-me.ts'

/** Shows the caller's account. */
export function mountReadMe(scope: FastifyInstance, needs: MeNeeds): void {
  mount(scope, readMe, async ({ caller }) => presentMe(needs, caller))
}

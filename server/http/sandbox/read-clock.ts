import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readClock } from '#contract/sandbox/world.ts'
import type { Tables } from '../../db/tables.ts'
import { readWorld } from '../../sandbox/world.ts'
import { mount } from '../mount.ts'
import { presentClock } from './present-clock.ts'

export function mountReadClock(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, readClock, async ({ caller: { keyId } }) =>
    presentClock(kysely, await readWorld(kysely, keyId)),
  )
}

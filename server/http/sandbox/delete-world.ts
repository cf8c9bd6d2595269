import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { deleteWorld } from '#contract/sandbox/world.ts'
import type { Tables } from '../../db/tables.ts'
import { deleteWorld as remove } from '../../sandbox/delete-world.ts'
import { withWorld } from '../../sandbox/world.ts'
import { mount } from '../mount.ts'

export function mountDeleteWorld(
  scope: FastifyInstance,
  needs: { kysely: Kysely<Tables>; pool: pg.Pool },
): void {
  mount(scope, deleteWorld, ({ caller: { keyId } }) =>
    withWorld(needs.kysely, keyId, () => remove(needs, keyId)),
  )
}

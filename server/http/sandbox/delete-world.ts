import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { deleteWorld } from '#contract/sandbox/world.ts'
import { deleteWorld as remove } from '../../sandbox/delete-world.ts'
import type { MoveWorld } from '../../sandbox/move-world.ts'
import { worldBusy } from '../../sandbox/world.ts'
import { mount } from '../mount.ts'

export function mountDeleteWorld(
  scope: FastifyInstance,
  needs: { pool: pg.Pool; moveWorld: MoveWorld },
): void {
  mount(scope, deleteWorld, ({ caller: { keyId } }) =>
    needs.moveWorld(keyId, (_, budget) =>
      remove(needs, keyId, async () => {
        await budget.rest()
        if (budget.isSpent()) throw worldBusy
      }),
    ),
  )
}

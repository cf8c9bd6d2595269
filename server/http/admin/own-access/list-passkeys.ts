import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listPasskeys as operation } from '#contract/admin/own-access.ts'
import type { Tables } from '../../../db/tables.ts'
import { listPasskeys } from '../../../members/passkey-store.ts'
import { mount } from '../../mount.ts'

/** Lists the member's own passkeys. */
export function mountListPasskeys(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller }) => {
    const passkeys = await listPasskeys(kysely, caller.memberId)
    return {
      passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
        passkey_id: id,
        name,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
      })),
    }
  })
}

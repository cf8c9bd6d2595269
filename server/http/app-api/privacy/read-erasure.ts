import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readErasure } from '#contract/app/account.ts'
import type { Tables } from '../../../db/tables.ts'
import { findBlockers } from '../../../privacy/erasure-blockers.ts'
import { mount } from '../../mount.ts'

/** Lists the reasons that block the deletion of the caller's account. */
export function mountReadErasure(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, readErasure, async ({ caller }) => ({
    blockers: await findBlockers(kysely, caller.accountId),
  }))
}

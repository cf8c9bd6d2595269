import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readKeyWindow as operation } from '#contract/admin/keys.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Tables } from '../../../db/tables.ts'
import { findKey, type KeyRow } from '../../../keys/find-keys.ts'
import { rateSubject } from '../../../keys/rate-subject.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'

export type WindowNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

/** Reads the rate limit window of a key, without counting a call. */
export function mountReadKeyWindow(scope: FastifyInstance, { kysely, limiter }: WindowNeeds): void {
  mount(scope, operation, async ({ params: { key_id: keyId } }) =>
    answerWindow(limiter, await findKey(kysely, keyId)),
  )
}

/** @throws Problem `not_found` without a key. */
export async function answerWindow(limiter: Limiter, key: KeyRow | undefined) {
  if (!key) throw notFound
  const look = await limiter.look(rateSubject(key.key_id), key.rate_limit_per_minute)
  const { limit, used, freesUnixSeconds, isShared } = look
  return {
    limit,
    used,
    next_free_at: freesUnixSeconds === null ? null : new Date(freesUnixSeconds * 1_000).toISOString(),
    counted_by: isShared ? ('all_nodes' as const) : ('this_node' as const),
  }
}

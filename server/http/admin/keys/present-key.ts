import type { Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Key, Rotated } from '#contract/admin/keys.ts'
import type { Answered } from '#contract/app/common.ts'
import type { KeyState } from '#contract/vocabulary.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Tables } from '../../../db/tables.ts'
import { findKey, type KeyRow } from '../../../keys/find-keys.ts'
import type { RotatedKey } from '../../../keys/issue.ts'
import { rateSubject } from '../../../keys/rate-subject.ts'
import { Problem } from '../../../lib/problem.ts'
import { notFound } from '../../errors/errors.ts'

export const presentKey = (row: KeyRow): Answered<Key> => ({
  key_id: row.key_id,
  partner_id: row.partner_id,
  mode: row.mode,
  label: row.label,
  rate_limit_per_minute: row.rate_limit_per_minute,
  state: stateOf(row),
  created_at: row.created_at,
  last_used_at: row.last_used_at,
  expires_at: row.expires_at,
  revoked_at: row.revoked_at,
  values: row.secrets.map(({ prefix, last_four, created_at, replaced_at, last_used_at, has_ended }) => ({
    prefix,
    last_four,
    created_at: new Date(created_at),
    last_used_at: last_used_at && new Date(last_used_at),
    ends_at: replaced_at && new Date(replaced_at),
    has_ended,
  })),
})

/** The error that admission reports first (`keys/verify.ts`). */
function stateOf({ is_suspended, revoked_at, is_expired, secrets }: KeyRow): KeyState {
  if (is_suspended) return 'suspended'
  if (revoked_at) return 'revoked'
  if (is_expired) return 'expired'
  return secrets.every(({ has_ended }) => has_ended) ? 'replaced' : 'active'
}

/** @throws Problem `not_found`. */
export async function answerKey(
  { kysely }: { kysely: Kysely<Tables> },
  keyId: string,
): Promise<Answered<Key>> {
  const row = await findKey(kysely, keyId)
  if (!row) throw notFound
  return presentKey(row)
}

/** A key after its rotation, with the ended values. */
export async function answerRotation(
  { kysely }: { kysely: Kysely<Tables> },
  { keyId, apiKey, ended }: RotatedKey,
): Promise<Answered<Static<typeof Rotated>>> {
  const key = await answerKey({ kysely }, keyId)
  return { key, api_key: apiKey, ended }
}

/** Why a key was not changed: it is unknown or revoked. */
export async function notChanged(kysely: Kysely<Tables>, keyId: string): Promise<Problem> {
  return (await findKey(kysely, keyId)) ? keyIsRevoked : notFound
}

const keyIsRevoked = new Problem('wrong_state', (t) => t.members.keyIsRevoked)

/** @throws Problem `not_found` without a key. */
export async function answerWindow(limiter: Limiter, key: KeyRow | undefined) {
  if (!key) throw notFound
  const look = await limiter.look(rateSubject(key.key_id), key.rate_limit_per_minute)
  const { limit, used, freesUnixSeconds, isShared } = look
  return {
    limit,
    used,
    next_free_at: freesUnixSeconds === null ? null : new Date(freesUnixSeconds * 1_000),
    counted_by: isShared ? ('all_nodes' as const) : ('this_node' as const),
  }
}

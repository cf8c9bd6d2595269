import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { readSettings } from '../db/installation-settings.ts'
import type { Tables } from '../db/tables.ts'
import { keyPrefix } from './key-value.ts'

/**
 * Every key with the newest of its values, the oldest key first; never a value itself. `old_prefix`: the value begins
 * with an earlier name of the service and is refused. `old_values`: the replaced values that still work, the newest
 * first.
 */
export async function listKeys(kysely: Kysely<Tables>) {
  const { SERVICE_NAME: service = '' } = await readSettings(kysely)
  const keys = await kysely
    .selectFrom('api_key as k')
    .innerJoin('partner as p', 'p.id', 'k.partner_id')
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom('api_key_secret')
          .select(['prefix', 'last_four', 'last_used_at as value_last_used_at'])
          .whereRef('key_id', '=', 'k.id')
          .orderBy('created_at', 'desc')
          .limit(1)
          .as('s'),
      (on) => on.onTrue(),
    )
    .select([
      'k.id as key_id',
      'k.partner_id',
      'p.company_name',
      'k.mode',
      's.prefix',
      's.last_four',
      'k.label',
      'k.rate_limit_per_minute',
      'k.expires_at',
      'k.created_at',
      'k.last_used_at',
      's.value_last_used_at',
      'k.revoked_at',
    ])
    .select((key) =>
      jsonArrayFrom(
        key
          .selectFrom('api_key_secret as o')
          .select(['o.last_four', 'o.replaced_at as ends_at', 'o.last_used_at'])
          .whereRef('o.key_id', '=', 'k.id')
          .where('o.replaced_at', '>', sql<Date>`now()`)
          .orderBy('o.created_at', 'desc'),
      ).as('old_values'),
    )
    .orderBy('k.id')
    .execute()
  return keys.map((key) => ({
    ...key,
    old_prefix: key.revoked_at === null && key.prefix !== keyPrefix(service, key.mode),
  }))
}

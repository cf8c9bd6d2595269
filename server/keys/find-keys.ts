import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { readSettings } from '../db/installation-settings.ts'
import type { Tables } from '../db/tables.ts'
import { keyPrefix } from './key-value.ts'

/** `before` is the id of the last key of the previous page. */
type KeysPage = { partnerId: string; before?: string | undefined; limit: number }

/** The keys of a partner with their values, the newest first; never a value itself or its hash. */
export const findKeysOf = (kysely: Kysely<Tables>, { partnerId, before, limit }: KeysPage) =>
  withSecrets(kysely)
    .where('k.partner_id', '=', partnerId)
    .$if(before !== undefined, (rest) => rest.where('k.id', '<', before ?? ''))
    .orderBy('k.id', 'desc')
    .limit(limit)
    .execute()

export type KeyRow = Awaited<ReturnType<typeof findKeysOf>>[number]

export const findKey = (kysely: Kysely<Tables>, keyId: string): Promise<KeyRow | undefined> =>
  withSecrets(kysely).where('k.id', '=', keyId).executeTakeFirst()

/** The key, if it is one of this partner. */
export const findKeyOf = (
  kysely: Kysely<Tables>,
  { keyId, partnerId }: { keyId: string; partnerId: string },
): Promise<KeyRow | undefined> =>
  withSecrets(kysely).where('k.id', '=', keyId).where('k.partner_id', '=', partnerId).executeTakeFirst()

const withSecrets = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('api_key as k')
    .innerJoin('partner as p', 'p.id', 'k.partner_id')
    .select([
      'k.id as key_id',
      'k.partner_id',
      'k.mode',
      'k.label',
      'k.rate_limit_per_minute',
      'k.created_at',
      'k.last_used_at',
      'k.expires_at',
      'k.revoked_at',
    ])
    .select(sql<boolean>`coalesce(k.expires_at <= now(), false)`.as('is_expired'))
    .select(sql<boolean>`p.suspended_at is not null`.as('is_suspended'))
    .select((key) =>
      jsonArrayFrom(
        key
          .selectFrom('api_key_secret as s')
          .select(['s.prefix', 's.last_four', 's.created_at', 's.replaced_at', 's.last_used_at'])
          .select(sql<boolean>`coalesce(s.replaced_at <= now(), false)`.as('has_ended'))
          .whereRef('s.key_id', '=', 'k.id')
          // All valid values, without a limit; of the ended values the last ten.
          .where(
            sql<boolean>`(coalesce(s.replaced_at > now(), true) or s.hash in (
              select hash from api_key_secret where key_id = k.id and replaced_at <= now()
              order by created_at desc limit 10))`,
          )
          .orderBy('s.created_at', 'desc'),
      ).as('secrets'),
    )

/**
 * Every key with the newest of its values, the oldest key first; never a value itself. `old_prefix`: the value begins
 * with an earlier name of the service and is refused. `old_values`: the replaced values that are still valid, newest
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

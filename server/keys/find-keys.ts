import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tables } from '../db/tables.ts'

/** `before` is the id of the last key of the page before. */
export type KeysPage = { partnerId: string; before?: string | undefined; limit: number }

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
          // Every value that works is in sight, however many; of those that have ended the last ten.
          .where(
            sql<boolean>`(coalesce(s.replaced_at > now(), true) or s.hash in (
              select hash from api_key_secret where key_id = k.id and replaced_at <= now()
              order by created_at desc limit 10))`,
          )
          .orderBy('s.created_at', 'desc'),
      ).as('secrets'),
    )

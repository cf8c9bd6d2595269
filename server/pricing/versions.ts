import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../db/audit.ts'
import { isBeyond, placeIn } from '../db/place.ts'
import type { Tables } from '../db/tables.ts'
import { inForceId, storedTariff } from './store.ts'
import type { Tariff } from './tariff.ts'

type Db = Kysely<Tables>

export type TariffVersion = {
  id: string
  partnerId: string | null
  startsAt: Date
  createdAt: Date
  state: 'planned' | 'in_force' | 'replaced'
}

const order = { at: 'starts_at', id: 'id' }

/** `before` is the place of the last version of the previous page. */
export type VersionsPage = { partnerId: string | null; before?: string | undefined; limit: number }

/** The versions of the general tariff (null) or of a partner's, the latest start first. */
export const listVersions = (
  kysely: Db,
  { partnerId, before, limit }: VersionsPage,
): Promise<(TariffVersion & { place: string })[]> =>
  kysely
    .selectFrom('tariff')
    .select(versionColumns)
    .select(placeIn(order).as('place'))
    .where(partnerId === null ? sql<boolean>`partner_id is null` : sql<boolean>`partner_id = ${partnerId}`)
    .$if(before !== undefined, (rest) => rest.where(isBeyond(order, before ?? '')))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** A version with its terms, or null. */
export async function readVersion(
  kysely: Db,
  id: string,
): Promise<{ version: TariffVersion; terms: Tariff } | null> {
  const row = await kysely
    .selectFrom('tariff')
    .select(versionColumns)
    .select('terms')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { terms, ...version } = row
  return { version, terms: storedTariff({ id, terms }) }
}

const versionColumns = [
  'id',
  'partner_id as partnerId',
  'starts_at as startsAt',
  'created_at as createdAt',
  sql<TariffVersion['state']>`case when starts_at > now() then 'planned'
    when tariff.id = ${inForceId(sql.ref('tariff.partner_id'))} then 'in_force' else 'replaced' end`.as(
    'state',
  ),
] as const

/** Deletes a version that has not started. @returns false when it has started, null for an unknown version. */
export function withdrawVersion(
  { kysely }: { kysely: Db },
  { id, by }: { id: string; by: By },
): Promise<boolean | null> {
  return kysely.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom('tariff')
      .where('id', '=', id)
      .where('starts_at', '>', sql<Date>`now()`)
      .returning(['partner_id', 'starts_at'])
      .executeTakeFirst()
    if (!row) {
      const started = await trx.selectFrom('tariff').select('id').where('id', '=', id).executeTakeFirst()
      return started ? false : null
    }
    const partner = row.partner_id ? [{ type: 'partner' as const, id: row.partner_id }] : []
    await recordAudit(trx, {
      ...by,
      act: 'tariff.withdraw',
      targets: [{ type: 'tariff', id }, ...partner],
      changes: { starts_at: { from: row.starts_at, to: null } },
    })
    return true
  })
}

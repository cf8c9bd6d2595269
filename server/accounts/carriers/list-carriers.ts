import { type Kysely, sql } from 'kysely'
import type { CarrierStatus } from '#contract/vocabulary.ts'
import { languageIn } from '../../db/language-columns.ts'
import type { Tables } from '../../db/tables.ts'
import { maskPhone } from '../../lib/phone.ts'
import { isAfterAdmissionSql } from '../carrier-photos/photo.ts'
import { savedAt } from './judge.ts'

/** The operator's list, the longest waiting first. Numbers are masked, but people can still be told apart. */
export async function listCarriers(
  kysely: Kysely<Tables>,
  { status, limit }: { status: CarrierStatus | null; limit: number },
) {
  const rows = await kysely
    .selectFrom('carrier')
    .innerJoin('account', 'account.id', 'carrier.account_id')
    .select(['carrier.account_id', 'carrier.status', 'account.name', 'account.phone'])
    .select(['carrier.vehicle_size', 'carrier.vehicle', 'carrier.base_place', 'carrier.radius_km'])
    .select(['carrier.status_changed_at'])
    .where('account.erased_at', 'is', null)
    .where('account.sandbox_key_id', 'is', null)
    .$if(status !== null, (query) => query.where('carrier.status', '=', status ?? 'pending'))
    .orderBy('carrier.status_changed_at')
    .orderBy('carrier.account_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, phone: row.phone && maskPhone(row.phone) }))
}

/** Data the operator needs to review a carrier, with the full number, to call them; null for an unknown carrier. */
export async function findCarrier(kysely: Kysely<Tables>, accountId: string) {
  const row = await kysely
    .selectFrom('carrier')
    .innerJoin('account', 'account.id', 'carrier.account_id')
    .select(['account.phone', languageIn('account').as('language')])
    .select(['account.suspended_at as account_suspended_at'])
    .select(['carrier.created_at', 'carrier.status_changed_at', savedAt.as('updated_at')])
    .select(isAfterAdmissionSql(sql`carrier.plate_changed_at`).as('is_plate_changed'))
    .where('carrier.account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

/** The profile to review; pass its `updated_at` to `judgeCarrier` as `seenAt`. Null for an unknown carrier. */
export async function findProfile(kysely: Kysely<Tables>, accountId: string) {
  const row = await kysely
    .selectFrom('carrier')
    .select(['status', 'vehicle_size', 'vehicle', 'base_place', 'radius_km', savedAt.as('updated_at')])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

import type { Kysely } from 'kysely'
import type { Partner, PartnerSummary } from '#contract/admin/partners.ts'
import type { Answered } from '#contract/app/common.ts'
import type { Tables } from '../../../db/tables.ts'
import { findPartner, type PartnerRow } from '../../../partners/find-partners.ts'
import { partnerExists } from '../../../partners/store.ts'
import { tariffFor } from '../../../pricing/store.ts'
import { notFound } from '../../errors/errors.ts'

export const presentSummary = (row: PartnerRow): Answered<PartnerSummary> => ({
  partner_id: row.partner_id,
  company_name: row.company_name,
  sms_language: row.sms_language,
  created_at: row.created_at,
  suspended_at: row.suspended_at,
  usable_keys: row.usable_keys ?? 0,
  last_used_at: row.last_used_at,
  has_own_tariff: row.own_tariff_id !== null,
})

/** Reads a partner as the contract shows it. @throws Problem `not_found`. */
export async function answerPartner(
  { kysely }: { kysely: Kysely<Tables> },
  partnerId: string,
): Promise<Answered<Partner>> {
  const row = await findPartner(kysely, partnerId)
  if (!row) throw notFound
  const { id, nextStartsAt } = await tariffFor({ kysely }, partnerId)
  const tariff = {
    tariff_id: id,
    is_own: id === row.own_tariff_id,
    next_starts_at: nextStartsAt,
  }
  return { ...presentSummary(row), tariff }
}

/** @throws Problem `not_found`. */
export async function requirePartner(kysely: Kysely<Tables>, partnerId: string): Promise<void> {
  if (!(await partnerExists(kysely, partnerId))) throw notFound
}

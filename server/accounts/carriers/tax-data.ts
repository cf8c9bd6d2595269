import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** What statements and self-billed invoices say about a carrier. */
export type TaxData = {
  legalName: string
  taxNumber: string
  address: string
  isBusiness: boolean
  /** When a business allowed the company to write its invoices. */
  agreedAt: Date | null
}

export type NewTaxData = Omit<TaxData, 'agreedAt'> & { agrees: boolean }

export async function readTaxData(kysely: Kysely<Tables>, accountId: string): Promise<TaxData | null> {
  const found = await kysely
    .selectFrom('carrier_tax_data')
    .select(['legal_name', 'tax_number', 'address', 'is_business', 'agreed_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!found) return null
  const { legal_name: legalName, tax_number: taxNumber, address } = found
  return { legalName, taxNumber, address, isBusiness: found.is_business, agreedAt: found.agreed_at }
}

/**
 * Stores the tax data, or replaces it; issued pages keep the data of their time. The instant of an agreement stays
 * while it is confirmed for the same business.
 */
export async function saveTaxData(
  kysely: Kysely<Tables>,
  accountId: string,
  { legalName, taxNumber, address, isBusiness, agrees }: NewTaxData,
): Promise<void> {
  await sql`
    insert into carrier_tax_data as known (account_id, legal_name, tax_number, address, is_business, agreed_at)
    values (${accountId}, ${legalName}, ${taxNumber}, ${address}, ${isBusiness},
      case when ${isBusiness && agrees} then now() end)
    on conflict (account_id) do update set legal_name = excluded.legal_name, tax_number = excluded.tax_number,
      address = excluded.address, is_business = excluded.is_business, updated_at = now(),
      agreed_at = case when excluded.agreed_at is not null and known.tax_number = excluded.tax_number
        then coalesce(known.agreed_at, excluded.agreed_at) else excluded.agreed_at end`.execute(kysely)
}

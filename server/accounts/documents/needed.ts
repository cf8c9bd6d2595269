import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DocumentKind } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { isValidSql } from './document.ts'

/** The kinds without which a carrier is not approved, as the operator has set them. */
export type NeededDocuments = readonly DocumentKind[]

/** The kinds of `needed` of which the row of `carrier` has no valid document, as a subquery with the column `kind`. */
const missingSql = (needed: NeededDocuments): RawBuilder<unknown> => sql`
  select needed.kind from unnest(${[...needed]}::text[]) as needed (kind)
  where not exists (select from carrier_document document
    where document.account_id = carrier.account_id and document.kind = needed.kind and ${isValidSql})`

/** Whether the row of `carrier` lacks a document that is needed. */
export const lacksDocumentSql = (needed: NeededDocuments) => sql<boolean>`exists (${missingSql(needed)})`

/** The kinds that a carrier lacks. */
export async function missingDocuments(
  kysely: Kysely<Tables>,
  { accountId, needed }: { accountId: string; needed: NeededDocuments },
): Promise<DocumentKind[]> {
  const { rows } = await sql<{ kind: DocumentKind }>`
    select missing.kind from carrier cross join lateral (${missingSql(needed)}) as missing
    where carrier.account_id = ${accountId}`.execute(kysely)
  return rows.map(({ kind }) => kind)
}

import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'

type Db = Kysely<Tables>

/** An account, and the version of the terms in force; null without terms. */
export type OfTerms = { accountId: string; version: string | null }

/** Records that an account accepts a version of the terms. A repeated request keeps the first instant. */
export async function acceptTerms(
  kysely: Db,
  { accountId, version }: { accountId: string; version: string },
) {
  await kysely
    .insertInto('accepted_terms')
    .values({ account_id: accountId, version })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** When the account accepted this version; null if it did not. */
export async function readAcceptance(kysely: Db, { accountId, version }: OfTerms): Promise<Date | null> {
  if (version === null) return null
  const found = await kysely
    .selectFrom('accepted_terms')
    .select('accepted_at')
    .where('account_id', '=', accountId)
    .where('version', '=', version)
    .executeTakeFirst()
  return found?.accepted_at ?? null
}

/** Every version that the account accepted, the last first. */
export const listAcceptances = (kysely: Db, accountId: string) =>
  kysely
    .selectFrom('accepted_terms')
    .select(['version', 'accepted_at as acceptedAt'])
    .where('account_id', '=', accountId)
    .orderBy('accepted_at', 'desc')
    .orderBy('version')
    .execute()

/** @throws Problem `terms_not_accepted` when there are terms that the account has not accepted. */
export async function requireTerms(kysely: Db, { accountId, version }: OfTerms): Promise<void> {
  if (version !== null && !(await readAcceptance(kysely, { accountId, version }))) throw notAccepted
}

const notAccepted = new Problem('terms_not_accepted', (t) => t.accounts.termsNotAccepted)

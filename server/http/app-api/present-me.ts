import type { Kysely } from 'kysely'
import type { Me, Terms } from '#contract/app/account.ts'
import type { Answered } from '#contract/app/common.ts'
import { readAcceptance } from '../../accounts/accepted-terms.ts'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../mount.ts'

type Shown = Pick<Caller, 'accountId' | 'phone' | 'name' | 'language' | 'carrierStatus'>

export type MeNeeds = {
  kysely: Kysely<Tables>
  /** The version of the terms in force; null without terms. */
  termsVersion: string | null
}

/** The account with the terms in force, and whether it has accepted them. */
export async function presentMe(needs: MeNeeds, shown: Shown): Promise<Answered<Me>> {
  const { accountId, phone, name, language, carrierStatus } = shown
  const terms = await readTerms(needs, accountId)
  return { account_id: accountId, phone, name, language, carrier_status: carrierStatus, terms }
}

async function readTerms(
  { kysely, termsVersion: version }: MeNeeds,
  accountId: string,
): Promise<Answered<Terms> | null> {
  if (version === null) return null
  const accepted = await readAcceptance(kysely, { accountId, version })
  return { version, accepted_at: accepted }
}

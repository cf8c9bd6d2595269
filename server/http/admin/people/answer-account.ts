import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { AccountForStaff, ListedAccount } from '#contract/admin/accounts.ts'
import type { PersonRating } from '#contract/admin/people.ts'
import type { Answered } from '#contract/app/common.ts'
import { listAcceptances } from '../../../accounts/accepted-terms.ts'
import { ratingsOf, unrated } from '../../../accounts/carriers/read-carrier.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Words } from '../../../lib/shown-words.ts'
import { readFunds } from '../../../payments/wallet/balance.ts'
import { type FoundAccount, findAccount } from '../../../people/find-accounts.ts'
import {
  type CustomerJob,
  type RecentRating,
  readAccountRecord,
  recentRatings,
} from '../../../people/records.ts'
import { notFound } from '../../errors/errors.ts'
import type { MemberCaller } from '../../mount.ts'
import { shownPhone, shownWords } from '../sees-phones.ts'

export type AccountNeeds = { pool: pg.Pool; kysely: Kysely<Tables> }

/** Reads one person, as a customer, as this member sees them. @throws Problem `not_found`. */
export async function answerAccount(
  { pool, kysely }: AccountNeeds,
  caller: Pick<MemberCaller, 'role'>,
  accountId: string,
): Promise<Answered<AccountForStaff>> {
  const account = await findAccount(kysely, accountId)
  if (!account) throw notFound
  const [record, funds, averages, ratings, accepted] = await Promise.all([
    readAccountRecord(kysely, accountId),
    readFunds(kysely, accountId),
    ratingsOf(pool, { accountIds: [accountId], by: 'carrier' }),
    recentRatings(kysely, { accountId, by: 'carrier' }),
    listAcceptances(kysely, accountId),
  ])
  const words = shownWords(caller)
  return {
    ...presentAccount(account, caller),
    suspended_reason: account.suspendedReason,
    accepted_terms: accepted.map(({ version, acceptedAt }) => ({
      version,
      accepted_at: acceptedAt,
    })),
    sessions: record.sessions,
    rating: averages.get(accountId) ?? unrated,
    ratings: ratings.map((rating) => presentRating(rating, words)),
    wallet: { balance_cents: funds.balanceCents, available_cents: funds.availableCents },
    jobs: record.jobs.map((job) => presentJob(job, words)),
    open_jobs_count: record.openJobsCount,
  }
}

const presentJob = (
  { jobId, title, status, totalCents, createdAt }: CustomerJob,
  words: (text: string) => string,
) => ({
  job_id: jobId,
  title: words(title),
  status,
  total_cents: totalCents,
  created_at: createdAt,
})

export const presentAccount = (
  account: FoundAccount,
  reader: Pick<MemberCaller, 'role'>,
): Answered<ListedAccount> => ({
  account_id: account.accountId,
  name: account.name,
  phone: shownPhone(reader)(account.phone),
  language: account.language,
  carrier_status: account.carrierStatus,
  suspended_at: account.suspendedAt,
  erased_at: account.erasedAt,
  created_at: account.createdAt,
})

export const presentRating = (
  { jobId, stars, comment, createdAt }: RecentRating,
  words: Words,
): Answered<PersonRating> => ({
  job_id: jobId,
  stars,
  comment: words(comment),
  created_at: createdAt,
})

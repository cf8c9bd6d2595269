import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { readAccount } from '#contract/admin/accounts.ts'
import { ratingsOf, unrated } from '../../../accounts/carriers/ratings.ts'
import type { Tables } from '../../../db/tables.ts'
import { shownText } from '../../../lib/shown-text.ts'
import { readFunds } from '../../../payments/wallet.ts'
import { type CustomerJob, readAccountRecord } from '../../../people/account-record.ts'
import { findAccount } from '../../../people/find-accounts.ts'
import { recentRatings } from '../../../people/recent-ratings.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentAccount } from './present-account.ts'
import { presentRating } from './present-rating.ts'

export type ReadAccountNeeds = { pool: pg.Pool; kysely: Kysely<Tables> }

/** Reads one person, as a customer. */
export function mountReadAccount(scope: FastifyInstance, { pool, kysely }: ReadAccountNeeds): void {
  mount(scope, readAccount, async ({ caller, params: { account_id: accountId } }) => {
    const account = await findAccount(kysely, accountId)
    if (!account) throw notFound
    const [record, funds, averages, ratings] = await Promise.all([
      readAccountRecord(kysely, accountId),
      readFunds(kysely, accountId),
      ratingsOf(pool, { accountIds: [accountId], by: 'carrier' }),
      recentRatings(kysely, { accountId, by: 'carrier' }),
    ])
    return {
      ...presentAccount(account, caller),
      suspended_reason: account.suspendedReason,
      sessions: record.sessions,
      rating: averages.get(accountId) ?? unrated,
      ratings: ratings.map(presentRating),
      wallet: { balance_cents: funds.balanceCents, available_cents: funds.availableCents },
      jobs: record.jobs.map(presentJob),
      open_jobs_count: record.openJobsCount,
    }
  })
}

const presentJob = ({ jobId, title, status, totalCents, createdAt }: CustomerJob) => ({
  job_id: jobId,
  title: shownText(title),
  status,
  total_cents: totalCents,
  created_at: createdAt.toISOString(),
})

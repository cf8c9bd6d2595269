import { type Kysely, sql } from 'kysely'
import type { ProfileRule } from '#contract/carrier-profile.ts'
import { hasPortraitSql } from '../../accounts/carrier-photos/photo.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import type { Text } from '../../texts/index.ts'
import {
  hasProfile,
  isFitting,
  isHeld,
  isNewTo,
  isOfAnother,
  isOfWorld,
  isPublicSql,
  openJobsOf,
} from '../eligibility.ts'
import { askForProof, type ProofSettings } from '../proof/asked-proof.ts'
import { alreadyTaken, unknownJob, wrongState } from '../refusals.ts'
import { transition } from '../transition.ts'

export type AcceptNeeds = {
  kysely: Kysely<Tables>
  /** Limit of a carrier's accepted, undelivered jobs; each job reveals addresses and a phone number. */
  maxOpenJobs: number
  proof: ProofSettings
  /** Whether a portrait and a plate are required (decision 81). */
  profileRule: ProfileRule
}

/**
 * Spec part 3: a carrier accepts a job. The first carrier wins and may repeat the request. Approval, vehicle and open
 * jobs are checked in the same statement, so a carrier who is suspended at that instant does not get the job.
 *
 * @throws Problem `already_taken`, `wrong_state` or `profile_incomplete` (409), `carrier_not_approved` (403),
 *   `not_found` (404) for jobs that this carrier may not take.
 */
export async function acceptJob(
  { kysely, maxOpenJobs, proof, profileRule }: AcceptNeeds,
  { jobId, carrierId }: { jobId: string; carrierId: string },
): Promise<void> {
  const accepted = await kysely.transaction().execute(async (trx) => {
    await lock(trx, { jobId, carrierId })
    const job = await transition(trx, 'accept', {
      jobId,
      actor: 'carrier',
      actorId: carrierId,
      where: sql<boolean>`${isOffered(carrierId)} and ${isHeld} and ${isFitting(carrierId)}
        and ${openJobsOf(carrierId)} < ${maxOpenJobs} and ${hasProfile(carrierId, profileRule)}`,
      set: { carrier_id: carrierId },
      reason: 'accepted',
    })
    if (job) await askForProof(trx, { jobId, carrierId, asked: proof })
    return job
  })
  if (!accepted) await refuse({ kysely, maxOpenJobs, profileRule }, { jobId, carrierId })
}

/**
 * Locks the carrier and the job. Waits for a concurrent suspension, for another accept by this carrier (to count both),
 * and for a transaction that ends the hold. The check must be a later statement: a statement that waits for a lock
 * itself would check an older snapshot. The carrier is locked first, as in `giveBackJob`, which avoids deadlocks.
 */
async function lock(
  trx: Kysely<Tables>,
  { jobId, carrierId }: { jobId: string; carrierId: string },
): Promise<void> {
  await trx
    .selectFrom('carrier')
    .select('account_id')
    .where('account_id', '=', carrierId)
    .forNoKeyUpdate()
    .execute()
  await trx.selectFrom('job').select('id').where('id', '=', jobId).forNoKeyUpdate().execute()
}

const isOffered = (carrierId: string) =>
  sql<boolean>`(${sql.raw(isPublicSql)} or ${isOfWorld(carrierId)}) and ${isOfAnother(carrierId)}
    and ${isNewTo(carrierId)}`

/** Throws the reason why the job was not accepted; returns if this carrier had accepted it before. */
async function refuse(
  { kysely, maxOpenJobs, profileRule }: Pick<AcceptNeeds, 'kysely' | 'maxOpenJobs' | 'profileRule'>,
  { jobId, carrierId }: { jobId: string; carrierId: string },
): Promise<void> {
  const job = await kysely
    .selectFrom('job')
    .leftJoin('carrier', (join) => join.on('carrier.account_id', '=', carrierId))
    .select(['job.status', 'job.carrier_id', 'job.cancelled_by', 'job.collected_at', 'job.delivered_at'])
    .select(['carrier.status as approval', isOffered(carrierId).as('is_offered')])
    .select([hasProfile(carrierId, profileRule).as('has_profile'), 'carrier.plate'])
    .select(hasPortraitSql(sql`${carrierId}::uuid`).as('has_portrait'))
    .select([isFitting(carrierId).as('is_fitting'), openJobsOf(carrierId).as('open_jobs')])
    .where('job.id', '=', jobId)
    .executeTakeFirst()
  if (!job) throw unknownJob
  const isMine = job.carrier_id === carrierId
  if (isMine && job.status !== 'cancelled') return
  if (job.status === 'draft' || (!isMine && !job.is_offered)) throw unknownJob
  if (job.status === 'cancelled') throw wrongState(job)
  if (job.status !== 'posted') throw alreadyTaken
  if (job.approval !== 'approved') throw notApproved
  if (!job.has_profile) throw incomplete({ portrait: !job.has_portrait, plate: job.plate === null })
  throw job.is_fitting && job.open_jobs >= maxOpenJobs ? tooManyOpen(job.open_jobs) : unknownJob
}

const tooManyOpen = (openJobs: number) => new Problem('wrong_state', (t) => t.jobs.tooManyOpen(openJobs))

const notGiven: Text = (t) => t.fields.notGiven

/** Names what is missing. */
const incomplete = (missing: { portrait: boolean; plate: boolean }) =>
  new Problem('profile_incomplete', (t) => t.accounts.profileIncomplete, {
    details: {
      ...(missing.portrait && { portrait: notGiven }),
      ...(missing.plate && { plate: notGiven }),
    },
  })

const notApproved = new Problem('carrier_not_approved', (t) => t.accounts.carrierNotApproved)

import { type Kysely, sql, type Transaction } from 'kysely'
import { recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import type { Text } from '../../texts/index.ts'
import { forgetFormerTalk } from '../conversation/mark-read.ts'
import { fitsVehicleSql, isActive, isFitting, isHeld, isOfAnother, openJobsOf } from '../eligibility.ts'
import { askForProof, type ProofSettings } from '../proof/asked-proof.ts'
import { type StaffAct, withoutReason } from '../record-staff-act.ts'
import { unknownJob } from '../refusals.ts'
import { reassignRefusal } from '../staff-guards.ts'
import { recordStep } from '../transition.ts'
import { endWindows } from '../windows/propose.ts'
import { withdrawTripReport } from '../withdraw-trip-report.ts'

type Trx = Transaction<Tables>
type Needs = { kysely: Kysely<Tables>; maxOpenJobs: number; proof: ProofSettings }
type Move = StaffAct & { carrierId: string }

/**
 * Staff move an accepted, uncollected job to another carrier, who must be eligible. The old carrier gets a notice and
 * no strike. Money, share and the view of the job follow `carrier_id`. A concurrent act of the old carrier finds the
 * new carrier on the job, or this one finds the job collected or ended.
 *
 * @throws Problem `not_found`, `wrong_state`.
 */
export async function reassignJob({ kysely, maxOpenJobs, proof }: Needs, move: Move): Promise<void> {
  const { jobId, carrierId, by } = move
  await kysely.transaction().execute(async (trx) => {
    const from = await lock(trx, move)
    const moved = await recordStep(trx, 'reassign', {
      jobId,
      actor: 'staff',
      actorId: by.actor.id ?? null,
      where: sql<boolean>`job.mode = 'live' and job.collected_at is null and job.delivered_at is null
        and job.carrier_id is distinct from ${carrierId} and ${isOfAnother(carrierId)} and ${isHeld}
        and ${isFitting(carrierId)} and ${isActive(carrierId)} and ${openJobsOf(carrierId)} < ${maxOpenJobs}`,
      set: { carrier_id: carrierId },
      reason: `moved to another carrier: ${by.reason}`,
      formerCarrierId: from,
    })
    if (!moved) throw await refusalOf(trx, move, maxOpenJobs)
    await withdrawTripReport(trx, jobId)
    await endWindows(trx, jobId)
    await forgetFormerTalk(trx, jobId)
    await askForProof(trx, { jobId, carrierId, asked: proof })
    if (from) await tellOldCarrier(trx, jobId, from)
    await recordAudit(trx, {
      ...withoutReason(by),
      act: 'job.reassign',
      targets: [
        { type: 'job', id: jobId },
        { type: 'account', id: carrierId },
        // With these, the erasure of either carrier finds the job (`privacy/remove-person.ts`).
        ...(from ? [{ type: 'account' as const, id: from }] : []),
      ],
      changes: { carrier_id: { from, to: carrierId } },
    })
  })
}

/** Locks the new carrier, then the job, in the same order as `accept-job.ts`. @returns the present carrier. */
async function lock(trx: Trx, { jobId, carrierId }: Move): Promise<string | null> {
  await trx
    .selectFrom('carrier')
    .select('account_id')
    .where('account_id', '=', carrierId)
    .forNoKeyUpdate()
    .execute()
  const job = await trx
    .selectFrom('job')
    .select('carrier_id')
    .where('id', '=', jobId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!job) throw unknownJob
  return job.carrier_id
}

const tellOldCarrier = (trx: Trx, jobId: string, accountId: string) =>
  trx.insertInto('notice').values({ account_id: accountId, kind: 'job_moved_away', job_id: jobId }).execute()

async function refusalOf(trx: Trx, { jobId, carrierId }: Move, maxOpenJobs: number): Promise<Problem> {
  const job = await trx
    .selectFrom('job')
    .leftJoin('carrier', (join) => join.on('carrier.account_id', '=', carrierId))
    .select(['job.status', 'job.mode', 'job.carrier_id', 'job.collected_at', 'job.delivered_at'])
    .select(['carrier.status as approval', isHeld.as('isHeld'), isOfAnother(carrierId).as('isOfAnother')])
    .select(sql<boolean>`${sql.raw(fitsVehicleSql('carrier.vehicle_size'))}`.as('fits'))
    .select([openJobsOf(carrierId).as('openJobs'), isActive(carrierId).as('isActive')])
    .where('job.id', '=', jobId)
    .executeTakeFirstOrThrow()
  const isCollected = job.collected_at !== null || job.delivered_at !== null
  const refusal = reassignRefusal({ ...job, isCollected })
  if (refusal) return refusal
  const { carrier_id, approval, isOfAnother: another, isActive: active, fits, openJobs } = job
  const why: Text = (t) => {
    if (carrier_id === carrierId) return t.panel.sameCarrier
    const unfit = t.panel.carrierUnfit
    if (approval === null) return unfit.unknown
    if (!another) return unfit.customer
    if (!active) return unfit.accountEnded
    if (approval !== 'approved') return unfit.notApproved
    return !fits || openJobs < maxOpenJobs ? unfit.vehicle : unfit.busy
  }
  return new Problem('wrong_state', why)
}

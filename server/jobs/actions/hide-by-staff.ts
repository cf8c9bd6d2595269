import { type Kysely, sql } from 'kysely'
import { recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { type StaffAct, withoutReason } from '../record-staff-act.ts'
import { unknownJob } from '../refusals.ts'
import { hideRefusal, unhideRefusal } from '../staff-guards.ts'
import { recordStep } from '../transition.ts'

type Needs = { kysely: Kysely<Tables> }

/**
 * Staff hide a posted job from the feed; it cannot be accepted. A repeated request has no effect.
 *
 * @throws Problem `not_found`, `wrong_state`.
 */
export const hideByStaff = (needs: Needs, act: StaffAct): Promise<void> => change(needs, act, true)

/** Shows a hidden job again. @throws Problem `not_found`, `wrong_state`. */
export const unhideByStaff = (needs: Needs, act: StaffAct): Promise<void> => change(needs, act, false)

async function change({ kysely }: Needs, { jobId, by }: StaffAct, hide: boolean): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await recordStep(trx, hide ? 'staffHide' : 'staffShow', {
      jobId,
      actor: 'staff',
      actorId: by.actor.id ?? null,
      where: sql<boolean>`(job.staff_hidden_at is null) = ${hide}`,
      reason: `${hide ? 'hidden' : 'shown again'}: ${by.reason}`,
    })
    if (!job) return refuse(trx, jobId, hide)
    const act = hide ? 'job.hide' : 'job.unhide'
    await recordAudit(trx, { ...withoutReason(by), act, targets: [{ type: 'job', id: jobId }] })
  })
}

/** Throws the error; returns if the job already has this state. */
async function refuse(trx: Kysely<Tables>, jobId: string, hide: boolean): Promise<void> {
  const job = await trx
    .selectFrom('job')
    .select(['status', sql<boolean>`staff_hidden_at is not null`.as('isHidden')])
    .where('id', '=', jobId)
    .executeTakeFirst()
  if (!job) throw unknownJob
  if (job.status === 'posted' && job.isHidden === hide) return
  throw (hide ? hideRefusal(job) : unhideRefusal(job)) ?? unknownJob
}

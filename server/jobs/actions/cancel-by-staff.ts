import type { Kysely } from 'kysely'
import { recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { closeQuestions } from '../doubts/resolve-problem.ts'
import { onCancelled } from '../money/capture-or-release.ts'
import { type StaffAct, withoutReason } from '../record-staff-act.ts'
import { type JobRow, transition } from '../transition.ts'

/**
 * Cancels a posted or accepted job by staff, also after collection; the customer gets the whole amount back.
 *
 * @returns the job, or null when it is in another state.
 * @throws Problem `wrong_state` when its money is being captured.
 */
export function cancelByStaff(
  { kysely }: { kysely: Kysely<Tables> },
  { jobId, by }: StaffAct,
): Promise<JobRow | null> {
  return kysely.transaction().execute(async (trx) => {
    const set = { cancellation_fee_cents: 0 }
    const act = { jobId, actor: 'staff' as const, actorId: by.actor.id ?? null, set, reason: by.reason }
    const job = (await transition(trx, 'withdraw', act)) ?? (await transition(trx, 'cancel', act))
    if (!job) return null
    await onCancelled(trx, job, { feeCents: 0 })
    await closeQuestions(trx, job)
    const targets = [{ type: 'job' as const, id: jobId }]
    await recordAudit(trx, { ...withoutReason(by), act: 'job.cancel', targets })
    return job
  })
}

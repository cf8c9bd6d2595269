import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { queueEffect } from '../../payments/effects.ts'
import { noteByStaff, type StaffAct } from './note-by-staff.ts'

type Trx = Transaction<Tables>

export type Refund = { paymentId: string; amountCents: number; leftCents: number }

/**
 * Staff give money back after it was taken, at most what is left of it; the platform pays for what the carrier has.
 *
 * @throws Problem `wrong_state` when nothing was taken, or less is left; `not_found`.
 */
export function refundJob(
  { kysely }: { kysely: Kysely<Tables> },
  { amountCents, ...act }: StaffAct & { amountCents: number },
): Promise<Refund> {
  return kysely.transaction().execute(async (trx) => {
    await noteByStaff(trx, act, `refund of ${amountCents} cents`)
    const taken = await lockTaken(trx, act.jobId)
    if (!taken) throw nothingTaken
    const leftCents = taken.leftCents - amountCents
    if (leftCents < 0) throw tooMuch
    await queueEffect(trx, { paymentId: taken.id, kind: 'refund', amountCents })
    return { paymentId: taken.id, amountCents, leftCents }
  })
}

/** What was captured, less what was refunded and what is being refunded. */
async function lockTaken(trx: Trx, jobId: string): Promise<{ id: string; leftCents: number } | null> {
  const row = await trx
    .selectFrom('payment')
    .select(['id', 'captured_cents', 'refunded_cents'])
    .where('job_id', '=', jobId)
    .where('status', '=', 'captured')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { onItsWay } = await trx
    .selectFrom('payment_effect')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('onItsWay'))
    .where('payment_id', '=', row.id)
    .where('kind', '=', 'refund')
    .where('status', 'in', ['due', 'running'])
    .executeTakeFirstOrThrow()
  return { id: row.id, leftCents: row.captured_cents - row.refunded_cents - onItsWay }
}

const nothingTaken = new Problem('wrong_state', {
  en: 'Nothing has been taken for this job yet.',
  es: 'Todavía no se ha cobrado nada por este encargo.',
})

const tooMuch = new Problem('wrong_state', {
  en: 'That is more than what was taken and not refunded yet.',
  es: 'Es más de lo que se cobró y aún no se ha devuelto.',
})

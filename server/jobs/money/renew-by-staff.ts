import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { type RenewFacts, renewRefusal } from '../staff-guards.ts'
import { beginAgain } from './attempt.ts'
import { lastPayment } from './capture-or-release.ts'
import { renewFacts } from './renew.ts'

/**
 * Staff renew the hold of a job now, on the card that was used last, instead of at the next try of the background, which waits for
 * 12 hours after a refusal. The background asks the processor.
 *
 * @throws Problem `not_found`; `payment_pending` while a hold is being made; `wrong_state`.
 */
export async function renewHoldByStaff({ kysely }: { kysely: Kysely<Tables> }, act: StaffAct): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await recordStaffAct(trx, act, { words: 'hold renewed', act: 'job.renew_hold' })
    const facts = await trx
      .selectFrom('job')
      .select(sql<RenewFacts>`${renewFacts}`.as('facts'))
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow()
    const refusal = renewRefusal(facts.facts)
    if (refusal) throw refusal
    const last = await lastPayment(trx, job.id)
    if (last) await beginAgain(trx, last, last.amountCents)
  })
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { isReachable, type NoticeReach } from '../../accounts/store.ts'
import type { Tables } from '../../db/tables.ts'
import { type AskedFor, askedFor, wasAsked } from '../asked-customers.ts'
import { isAlive } from '../is-alive.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { unknownJob } from '../refusals.ts'
import { askRefusal } from '../staff-guards.ts'

type Needs = NoticeReach & { kysely: Kysely<Tables> }

/**
 * Requests payment or the exact address from the customer of a job. The notice is written in the same transaction; the
 * background pushes it to their devices, or sends an SMS to a customer without a device, and mails it.
 *
 * @throws Problem `not_found`, `wrong_state` also when the last request was some hours ago, or the customer cannot be
 *   reached.
 */
export async function askCustomer(
  { kysely, ...reach }: Needs,
  { what, ...act }: StaffAct & { what: AskedFor },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await recordStaffAct(trx, act, {
      words: `customer asked for the ${what}`,
      act: 'job.ask_customer',
      changes: { about: { from: null, to: what } },
    })
    const facts = await readAskFacts(trx, { jobId: job.id, what, reach })
    if (!facts) throw unknownJob
    const refusal = askRefusal(what, {
      status: job.status,
      isHidden: job.hidden_at !== null,
      hasCustomer: job.customer_id !== null,
      ...facts,
    })
    if (refusal) throw refusal
    const notice = { account_id: job.customer_id ?? '', kind: askedFor[what], job_id: job.id }
    await trx.insertInto('notice').values(notice).execute()
  })
}

export type AskFacts = { asked: Record<AskedFor, boolean>; isReachable: boolean }

/** Null for a draft that has expired. */
async function readAskFacts(
  trx: Transaction<Tables>,
  { jobId, what, reach }: { jobId: string; what: AskedFor; reach: NoticeReach },
): Promise<AskFacts | null> {
  const { rows } = await sql<AskFacts>`
    select json_build_object('payment', ${wasAsked('payment')}, 'address', ${wasAsked('address')}) as asked,
      ${isReachable(sql`job.customer_id`, askedFor[what], reach)} as "isReachable"
    from job where id = ${jobId} and ${isAlive}`.execute(trx)
  return rows[0] ?? null
}

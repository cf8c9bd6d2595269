import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { zoneOf } from '../../lib/place-zone.ts'
import { lockCustomersJob } from '../find-job.ts'
import { logEvent } from '../log-event.ts'
import { wrongState } from '../refusals.ts'
import { spanOfWish, type WishedDay, wishesFault } from './span.ts'

type Wished = { jobId: string; customerId: string; wishes: readonly WishedDay[] }

/**
 * The customer says when it suits, until a carrier accepts (decision 69). The job itself does not change, so its
 * partner
 * sees nothing. Repeated wishes have no effect.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409), `validation_error` (400).
 */
export async function saveWishes({ kysely }: { kysely: Kysely<Tables> }, wished: Wished): Promise<void> {
  const { jobId, customerId, wishes } = wished
  await kysely.transaction().execute(async (trx) => {
    const job = await lockCustomersJob(trx, { jobId, customerId })
    if (await areSaved(trx, wished)) return
    if (job.status !== 'draft' && job.status !== 'posted') throw wrongState(job)
    const timeZone = zoneOf(job.pickup)
    const fault = wishesFault(wishes, timeZone, job.now)
    if (fault) throw fault
    await trx.deleteFrom('job_wish').where('job_id', '=', jobId).execute()
    if (wishes.length > 0) await insertWishes(trx, jobId, { wishes, timeZone })
    await logEvent(trx, job, { actor: 'customer', actorId: customerId, reason: 'wishes saved' })
  })
}

async function areSaved(trx: Transaction<Tables>, { jobId, wishes }: Wished): Promise<boolean> {
  const saved = await trx
    .selectFrom('job_wish')
    .select(['day', 'part'])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute()
  return (
    saved.length === wishes.length &&
    saved.every(({ day, part }, index) => day === wishes[index]?.day && part === wishes[index]?.part)
  )
}

const insertWishes = (
  trx: Transaction<Tables>,
  jobId: string,
  { wishes, timeZone }: { wishes: readonly WishedDay[]; timeZone: string },
) =>
  trx
    .insertInto('job_wish')
    .values(
      wishes.map((wish, index) => {
        const { startsAt, endsAt } = spanOfWish(wish, timeZone)
        return { job_id: jobId, position: index + 1, ...wish, starts_at: startsAt, ends_at: endsAt }
      }),
    )
    .execute()

/** A successor has the wishes of the job before; what carrier and customer agreed ends with the carrier. */
export const copyWishes = (trx: Transaction<Tables>, { from, to }: { from: string; to: string }) =>
  sql`insert into job_wish (job_id, position, day, part, starts_at, ends_at)
    select ${to}, position, day, part, starts_at, ends_at from job_wish where job_id = ${from}`.execute(trx)

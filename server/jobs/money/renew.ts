import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { eachInTurn } from '../../lib/each-in-turn.ts'
import { type EffectNeeds, runEffect } from '../../payments/run-effect.ts'
import { note } from '../move.ts'
import { beginAgain } from './attempt.ts'
import { isHeld } from './is-held.ts'
import { lastPayment } from './take-and-release.ts'

type Db = Kysely<Tables>

/**
 * A card hold dies after about seven days (DESIGN 3, Life): a day before, and for one that was lost earlier at once, the
 * total is held anew, without the customer. The job takes the new hold when it is there (`on-held.ts`), and hides when it
 * is refused (`on-not-held.ts`).
 */
export async function renewHolds(needs: EffectNeeds, signal: AbortSignal): Promise<void> {
  const renewOne = async (jobId: string) => {
    const effectId = await needs.kysely.transaction().execute((trx) => renew(trx, jobId))
    if (effectId) await runEffect(needs, effectId)
  }
  await eachInTurn(await findDue(needs.kysely), signal, renewOne, atOnce)
}

/** A processor that hangs on one call has the others wait less. */
const atOnce = 4

const batch = 100

async function findDue(kysely: Db): Promise<string[]> {
  const rows = await kysely.selectFrom('job').select('id').where(isDue).orderBy('id').limit(batch).execute()
  return rows.map(({ id }) => id)
}

/** Every job that needs a hold, and has none that lives for another day, none on its way, and no money taken by hand. */
const isDue = sql<boolean>`
  job.status in ('posted', 'accepted') and job.hidden_at is null and job.delivered_at is null
  and exists (select 1 from payment p where p.job_id = job.id and p.held_at is not null and p.source = 'card')
  and not exists (select 1 from payment p where p.job_id = job.id
    and (p.status in ('authorizing', 'action_required', 'capturing')
      or (p.status = 'captured' and p.captured_cents > p.refunded_cents)
      or (p.status = 'held' and (p.hold_expires_at is null or p.hold_expires_at > now() + interval '1 day'))))
  and (not ${wasJustRenewed()} or (job.status = 'posted' and not ${isHeld}))`

/** Banks are not asked more often, whatever they answer. */
function wasJustRenewed() {
  return sql<boolean>`exists (select 1 from payment p where p.job_id = job.id and p.purpose = 'renewal'
    and p.created_at > now() - interval '12 hours')`
}

/** @returns the call to make; null when another was faster, or when asking again is of no use. */
async function renew(trx: Transaction<Tables>, jobId: string): Promise<string | null> {
  const job = await trx
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!job) return null
  // Judged again now that nobody else can change it.
  const due = await trx
    .selectFrom('job')
    .select(wasJustRenewed().as('wasJustRenewed'))
    .where('id', '=', jobId)
    .where(isDue)
    .executeTakeFirst()
  if (!due) return null
  const last = await lastPayment(trx, jobId)
  if (!due.wasJustRenewed && last) return beginAgain(trx, last, last.amountCents)
  await note(trx, 'hide', {
    jobId,
    actor: 'system',
    actorId: null,
    reason: 'the hold has ended, and so did its renewal',
  })
  return null
}

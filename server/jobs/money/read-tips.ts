import { type Kysely, sql } from 'kysely'
import { maxTipCents, minTipCents, tipDays } from '#contract/app/tips.ts'
import type { PaymentStatus, Tables } from '../../db/tables.ts'
import { cardColumns, type SavedMethod } from '../../payments/cards/methods.ts'
import { type Payment, paymentColumns } from '../../payments/payment.ts'
import type { Processors } from '../../payments/providers/processors.ts'
import { findCustomersJob } from '../find-job.ts'
import type { JobRow } from '../transition.ts'
import { priceOf } from './owed.ts'

type Db = Kysely<Tables>

export type TipsOfJob = {
  mayTip: boolean
  until: Date | null
  suggestedCents: number[]
  /** What can still be given: all tips of a job together have a limit. */
  leftCents: number
  card: SavedMethod | null
  /** The oldest first. */
  tips: Payment[]
}

type ReadTipsNeeds = { kysely: Db; processors: Pick<Processors, 'of'> }

/** The tips of a job of this customer. @throws Problem `not_found`. */
export async function readTips(
  { kysely, processors }: ReadTipsNeeds,
  which: { jobId: string; customerId: string },
): Promise<TipsOfJob> {
  const job = await findCustomersJob(kysely, which)
  const { now } = await kysely.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  const tips = await listTips(kysely, job.id)
  const leftCents = tipsLeftCents(tips)
  const isOpen = mayTip(job, now) && leftCents >= minTipCents && (await hasCarrier(kysely, job))
  const processor = processors.of(job.mode).name
  return {
    mayTip: isOpen,
    until: tipsUntil(job),
    suggestedCents: suggestTips(priceOf(job).totalCents).filter((cents) => cents <= leftCents),
    leftCents,
    card: isOpen ? await cardFor(kysely, { jobId: job.id, accountId: which.customerId, processor }) : null,
    tips,
  }
}

export const listTips = (db: Db, jobId: string): Promise<Payment[]> =>
  db
    .selectFrom('payment')
    .select(paymentColumns)
    .where('job_id', '=', jobId)
    .where('purpose', '=', 'tip')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

type Completed = Pick<JobRow, 'status' | 'completed_at' | 'data_removed_at'>

export const tipsUntil = ({ completed_at: at }: Completed): Date | null =>
  at && new Date(at.getTime() + tipDays * 86_400_000)

export function mayTip(job: Completed, now: Date): boolean {
  const until = tipsUntil(job)
  return job.status === 'completed' && job.data_removed_at === null && until !== null && now < until
}

const notGiven = new Set<PaymentStatus>(['refused', 'released', 'releasing'])

/** A tip that was refunded counts too: the limit is against stolen cards. */
export const tipsLeftCents = (tips: readonly Payment[]): number =>
  tips.reduce((left, { status, amountCents }) => left - (notGiven.has(status) ? 0 : amountCents), maxTipCents)

/** About 5, 10 and 15 percent of what the job cost, in steps of half a euro. */
export function suggestTips(totalCents: number): number[] {
  const rounded = [5, 10, 15].map((percent) => Math.round((totalCents * percent) / 5_000) * 50)
  return [...new Set(rounded.map((cents) => Math.min(maxTipCents, Math.max(minTipCents, cents))))]
}

/** An erased account cannot be paid. */
const hasCarrier = async (db: Db, { carrier_id: id }: JobRow): Promise<boolean> =>
  id !== null &&
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()) !== undefined

type CardOf = { jobId: string; accountId: string; processor: string }

async function cardFor(db: Db, { jobId, accountId, processor }: CardOf): Promise<SavedMethod | null> {
  const row = await db
    .selectFrom('payment_method')
    .select(cardColumns)
    .where('account_id', '=', accountId)
    .where('processor', '=', processor)
    .where('removed_at', 'is', null)
    .orderBy(
      sql`exists (select from payment p where p.job_id = ${jobId} and p.method_id = payment_method.id
        and p.status = 'captured')`,
      'desc',
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

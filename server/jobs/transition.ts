import {
  type Expression,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type UpdateObject,
} from 'kysely'
import type { JobStatus, NoticeKind } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { type StepName, steps, type TransitionName, transitions } from './states.ts'

export type JobRow = Selectable<Tables['job']>

type Trx = Transaction<Tables>
type JobUpdate = UpdateObject<Tables, 'job'>

type Act<By> = {
  jobId: string
  actor: By
  actorId: string | null
  /** A further condition of the update, on the row of `job`. */
  where?: Expression<SqlBool>
  /** Further columns of the update; the timestamps of the transition are set in this file. */
  set?: JobUpdate
  reason: string
  /** Notices instead of those of the transition. */
  tell?: Notice[]
  /** The carrier that the job is taken from; the event reaches this carrier's open streams too. */
  formerCarrierId?: string | null
}

type TransitionInput<N extends TransitionName> = Act<(typeof transitions)[N]['by'][number]>
type StepInput<S extends StepName> = Act<(typeof steps)[S]['by'][number]>

/**
 * Moves a job from one state to the next (spec part 3): one guarded update with its event, then the notices, all in the
 * caller's transaction.
 *
 * @returns the new row, or null when the job was not in the `from` state or `where` was false; then no row is written.
 */
export async function transition<N extends TransitionName>(
  trx: Trx,
  name: N,
  act: TransitionInput<N>,
): Promise<JobRow | null> {
  const { from, to } = transitions[name]
  const job = await change(trx, { from, to }, { ...act, set: { ...stamps[name](act.actor), ...act.set } })
  if (job) await insertNotices(trx, job, act.tell ?? noticesOfTransition({ name, actor: act.actor, job }))
  return job
}

/** Records a step inside a state (`steps`): like `move`, but without a new status. */
export async function recordStep<S extends StepName>(
  trx: Trx,
  step: S,
  act: StepInput<S>,
): Promise<JobRow | null> {
  const { within } = steps[step]
  const job = await change(
    trx,
    { from: within, to: within },
    { ...act, set: { ...stepStamps[step], ...act.set } },
  )
  if (job) await insertNotices(trx, job, noticesOfStep(step, job))
  return job
}

type Change = { from: JobStatus; to: JobStatus }

/** Keeps `updated_at` from going back when a transaction that began earlier commits later. */
async function change(trx: Trx, { from, to }: Change, act: Act<JobEventActor>): Promise<JobRow | null> {
  const { jobId, actor, actorId, where = sql<boolean>`true`, set, reason, formerCarrierId = null } = act
  const row = await trx
    .with('moved', (db) =>
      db
        .updateTable('job')
        .set({ ...set, status: to, updated_at: sql`greatest(job.updated_at, now())` })
        .where('job.id', '=', jobId)
        .where('job.status', '=', from)
        .where(where)
        .returningAll('job'),
    )
    .with('noted', (db) =>
      db
        .insertInto('job_event')
        .columns(['job_id', 'actor', 'actor_id', 'from_status', 'to_status', 'reason', 'former_carrier_id'])
        .expression((insert) =>
          insert
            .selectFrom('moved')
            .select([
              'moved.id',
              sql<string>`${actor}::text`.as('actor'),
              sql<string | null>`${actorId}::uuid`.as('actor_id'),
              sql<string>`${from}::text`.as('from_status'),
              sql<string>`${to}::text`.as('to_status'),
              sql<string>`${reason}::text`.as('reason'),
              sql<string | null>`${formerCarrierId}::uuid`.as('former_carrier_id'),
            ]),
        ),
    )
    .selectFrom('moved')
    .selectAll()
    .executeTakeFirst()
  return row ?? null
}

type JobEventActor = Tables['job_event']['actor']

const now = sql<Date>`now()`
const ended = (by: Exclude<JobEventActor, 'partner'>): JobUpdate => ({ cancelled_at: now, cancelled_by: by })

const stamps: Record<TransitionName, (by: Exclude<JobEventActor, 'partner'>) => JobUpdate> = {
  // Carriers must not see the exact address before accepting: 0.01 degrees are about a kilometre.
  publish: () => ({
    posted_at: now,
    feed_lat: sql<number>`round((job.pickup->>'lat')::numeric, 2)`,
    feed_lon: sql<number>`round((job.pickup->>'lon')::numeric, 2)`,
  }),
  accept: () => ({ accepted_at: now }),
  complete: () => ({ completed_at: now }),
  withdraw: ended,
  cancel: ended,
}

const stepStamps: Record<StepName, JobUpdate> = {
  pay: {},
  // The new carrier accepts now: the terms for cancelling free of charge and for the collection begin again.
  reassign: {
    accepted_at: now,
    collect_due_told_at: null,
    collect_overdue_told_at: null,
    window_starts_at: null,
    window_ends_at: null,
  },
  collect: { collected_at: now },
  // A delivery implies the collection, even if it was not reported.
  deliver: { delivered_at: now, collected_at: sql<Date>`coalesce(job.collected_at, now())` },
  hide: { hidden_at: now },
  show: { hidden_at: null },
  staffHide: { staff_hidden_at: now },
  staffShow: { staff_hidden_at: null },
}

async function insertNotices(trx: Trx, { id }: JobRow, notices: Notice[]): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map(({ accountId, kind }) => ({ account_id: accountId, kind, job_id: id }))
  await trx.insertInto('notice').values(rows).execute()
}

type Notice = { accountId: string; kind: NoticeKind }

type People = Pick<JobRow, 'customer_id' | 'carrier_id' | 'carrier_fault' | 'predecessor_id'>
type Moved = { name: TransitionName; actor: JobEventActor; job: People }

/** Notices for a transition (spec part 3, "Also happens"): for everyone concerned except the actor. */
function noticesOfTransition({ name, actor, job }: Moved): Notice[] {
  const { customer_id, carrier_id, predecessor_id } = job
  if (name === 'publish') return to(customer_id, predecessor_id ? 'job_offered_again' : 'job_posted')
  if (name === 'accept') return to(customer_id, 'job_accepted')
  if (name === 'complete') return [...to(customer_id, 'job_charged'), ...to(carrier_id, 'job_completed')]
  return noticesOfCancellation(actor, job)
}

function noticesOfStep(step: StepName, { customer_id, carrier_id }: People): Notice[] {
  if (step === 'reassign')
    return [...to(customer_id, 'carrier_changed'), ...to(carrier_id, 'job_moved_to_you')]
  if (step === 'collect') return to(customer_id, 'job_collected')
  return step === 'hide' ? to(customer_id, 'hold_not_renewed') : []
}

function noticesOfCancellation(
  actor: Moved['actor'],
  { customer_id, carrier_id, carrier_fault }: People,
): Notice[] {
  if (actor === 'customer')
    return to(carrier_id, carrier_fault ? 'job_cancelled_uncollected' : 'job_cancelled_by_customer')
  if (actor === 'carrier') return to(customer_id, 'job_cancelled_by_carrier')
  const kind = actor === 'staff' ? 'job_cancelled_by_staff' : 'job_cancelled_by_system'
  return [...to(customer_id, kind), ...to(carrier_id, kind)]
}

const to = (accountId: string | null, kind: NoticeKind): Notice[] => (accountId ? [{ accountId, kind }] : [])

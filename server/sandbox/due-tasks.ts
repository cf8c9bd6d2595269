import { type Kysely, type RawBuilder, sql } from 'kysely'
import { dueIds, hasDueRows } from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'
import { jobsOfWorld, type WorldName } from '../db/worlds.ts'
import { hasUnread, remindOfMessages } from '../jobs/conversation/remind.ts'
import { endDoubts, hasDoubts } from '../jobs/doubts/end-doubts.ts'
import { endTripReports, hasTripReports } from '../jobs/doubts/end-trip-reports.ts'
import { expireDrafts, hasExpiredDrafts } from '../jobs/drafts/expire-drafts.ts'
import { captureBeforeEnd, hasEndingHolds } from '../jobs/money/capture-before-end.ts'
import { endHiddenJobs, hasHiddenJobs } from '../jobs/money/end-hidden.ts'
import { hasOwed, payOwed } from '../jobs/money/pay-owed.ts'
import { hasRenewals, renewHolds } from '../jobs/money/renew.ts'
import { hasDeadlines, tellOfDeadline } from '../jobs/notices/deadline.ts'
import { deliverNotices, hasNotices, type NoticeNeeds } from '../jobs/notices/deliver.ts'
import { drawRoads, hasRoads, type RoadNeeds } from '../jobs/way/draw-roads.ts'
import { type ArrivalNeeds, estimateArrivals, hasArrivals } from '../jobs/way/estimate-arrivals.ts'
import { forgetPositions, hasOldPositions } from '../jobs/way/share-position.ts'
import { hasReminders, remindOfWindows } from '../jobs/windows/reminders.ts'
import { forEachSettled } from '../lib/for-each-settled.ts'
import { hasDueEffects } from '../payments/effects/queue.ts'
import { type EffectNeeds, runDueEffects } from '../payments/effects/run.ts'
import { retry, type SmsNeeds } from '../sms/send.ts'
import { smsRows } from '../sms/store.ts'
import type { ActNeeds } from './act.ts'

/** Starts no further work when the signal aborts. */
type Run = (signal: AbortSignal) => Promise<unknown>

export type TaskNeeds = ActNeeds & EffectNeeds & SmsNeeds & NoticeNeeds & ArrivalNeeds & RoadNeeds

/** The due work of a world. `now` is the database's instant of the query. */
export type DueTasks = {
  now: Date
  /** In the order of their runs. */
  tasks: Run[]
  /** The expired drafts, earliest end first. A task deletes them. */
  ended: EndedDraft[]
}

export type EndedDraft = { jobId: string; createdAt: Date; agedMs: number }

/** Queries in one statement which background tasks have work in a world. Most have no work. */
export async function readDueTasks(needs: TaskNeeds, world: WorldName): Promise<DueTasks> {
  const tasks = tasksOf(needs, world)
  const scope = jobsOfWorld(world)
  const { rows } = await sql<Row>`
    select now(), array[${sql.join(tasks.map(({ isDue }) => isDue))}] as due,
      (select json_agg(json_build_object('jobId', id, 'createdAt', created_at, 'agedMs', aged_ms) order by expires_at)
        from job where ${scope} and job.status = 'draft' and job.expires_at <= now()) as ended`.execute(
    needs.kysely,
  )
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row')
  const { now, due, ended } = row
  return {
    now,
    tasks: tasks.flatMap(({ run }, index) => (due[index] ? [run] : [])),
    ended: (ended ?? []).map((draft) => ({ ...draft, createdAt: new Date(draft.createdAt) })),
  }
}

type Row = Pick<DueTasks, 'now'> & {
  due: boolean[]
  ended: (Omit<EndedDraft, 'createdAt'> & { createdAt: string })[] | null
}

type Task = { isDue: RawBuilder<boolean>; run: Run }

/** The tasks of `tasks/index.ts` that change jobs, each with the condition that finds its work. */
function tasksOf(needs: TaskNeeds, world: WorldName): Task[] {
  const scope = jobsOfWorld(world)
  const isOfWorld = sql<boolean>`job_id in (select id from job where ${scope})`
  return [
    { isDue: hasDueRows(smsRows, isOfWorld), run: (signal) => sendTexts(needs, signal, isOfWorld) },
    { isDue: hasRenewals(scope), run: (signal) => renewHolds(needs, signal, scope) },
    { isDue: hasHiddenJobs(scope), run: (signal) => endHiddenJobs(needs, signal, scope) },
    { isDue: hasDoubts(scope), run: (signal) => endDoubts(needs, signal, scope) },
    { isDue: hasTripReports(scope), run: (signal) => endTripReports(needs, signal, scope) },
    { isDue: hasEndingHolds(scope), run: (signal) => captureBeforeEnd(needs, signal, scope) },
    { isDue: hasOwed(scope), run: () => payOwed(needs, scope) },
    { isDue: hasDueEffects(world), run: (signal) => runDueEffects(needs, signal, world) },
    { isDue: hasDeadlines(scope), run: (signal) => tellOfDeadline(needs, signal, scope) },
    { isDue: hasReminders(scope), run: (signal) => remindOfWindows(needs, signal, scope) },
    { isDue: hasArrivals(scope), run: (signal) => estimateArrivals(needs, signal, scope) },
    { isDue: hasRoads(scope), run: (signal) => drawRoads(needs, signal, scope) },
    { isDue: hasOldPositions(scope), run: () => forgetPositions(needs, scope) },
    { isDue: hasUnread(scope), run: (signal) => remindOfMessages(needs, signal, scope) },
    { isDue: hasExpiredDrafts(scope), run: (signal) => expireDrafts(needs, signal, world) },
    { isDue: hasNotices(scope), run: (signal) => deliverNotices(needs, signal, world) },
  ]
}

async function sendTexts(
  needs: SmsNeeds & { kysely: Kysely<Tables> },
  signal: AbortSignal,
  where: RawBuilder<boolean>,
): Promise<void> {
  const due = await dueIds(needs.kysely, smsRows, { limit: 1_000, where })
  await forEachSettled(due, signal, async (id) => void (await retry(needs, id)))
}

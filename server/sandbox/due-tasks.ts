import { type Kysely, type RawBuilder, sql } from 'kysely'
import { dueIds, hasDueRows } from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'
import { endDoubts, hasDoubts } from '../jobs/doubts/end-doubts.ts'
import { expireDrafts, hasExpiredDrafts } from '../jobs/drafts/expire-drafts.ts'
import { captureBeforeEnd, hasEndingHolds } from '../jobs/money/capture-before-end.ts'
import { endHiddenJobs, hasHiddenJobs } from '../jobs/money/end-hidden.ts'
import { hasOwed, payOwed } from '../jobs/money/pay-owed.ts'
import { hasRenewals, renewHolds } from '../jobs/money/renew.ts'
import { hasDeadlines, tellOfDeadline } from '../jobs/notices/deadline.ts'
import { deliverNotices, hasNotices, type NoticeNeeds } from '../jobs/notices/deliver.ts'
import { jobsOfTestKey } from '../jobs/scope.ts'
import { forEachSettled } from '../lib/for-each-settled.ts'
import { hasDueEffects, hasRunningEffects } from '../payments/effects/queue.ts'
import { type EffectNeeds, runDueEffects } from '../payments/effects/run.ts'
import { retry, type SmsNeeds } from '../sms/send.ts'
import { smsRows } from '../sms/store.ts'
import type { MoveNeeds } from './make-move.ts'

/** Begins nothing more when the signal aborts. */
type Run = (signal: AbortSignal) => Promise<unknown>

export type TaskNeeds = MoveNeeds & EffectNeeds & SmsNeeds & NoticeNeeds

/** What is to be done in a world now. `now` is the instant of the database at which it was read. */
export type DueTasks = {
  now: Date
  /** In the order in which they are to run. */
  tasks: Run[]
  /** A worker waits for the response to a call to the processor. */
  isCallRunning: boolean
  /** The drafts whose term is over, the earliest end first. A task deletes them. */
  ended: EndedDraft[]
}

export type EndedDraft = { jobId: string; createdAt: Date; agedMs: number }

/** Reads in one statement which background tasks have something to do for the jobs of a test key. Most have nothing. */
export async function readDueTasks(needs: TaskNeeds, keyId: string): Promise<DueTasks> {
  const tasks = tasksOf(needs, keyId)
  const scope = jobsOfTestKey(keyId)
  const { rows } = await sql<Row>`
    select now(), array[${sql.join(tasks.map(({ isDue }) => isDue))}] as due,
      ${hasRunningEffects({ testKeyId: keyId })} as "isCallRunning",
      (select json_agg(json_build_object('jobId', id, 'createdAt', created_at, 'agedMs', aged_ms) order by expires_at)
        from job where ${scope} and job.status = 'draft' and job.expires_at <= now()) as ended`.execute(
    needs.kysely,
  )
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row')
  const { now, due, isCallRunning, ended } = row
  return {
    now,
    tasks: tasks.flatMap(({ run }, index) => (due[index] ? [run] : [])),
    isCallRunning,
    ended: (ended ?? []).map((draft) => ({ ...draft, createdAt: new Date(draft.createdAt) })),
  }
}

type Row = Pick<DueTasks, 'now' | 'isCallRunning'> & {
  due: boolean[]
  ended: (Omit<EndedDraft, 'createdAt'> & { createdAt: string })[] | null
}

type Task = { isDue: RawBuilder<boolean>; run: Run }

/** The tasks of `tasks/index.ts` that change jobs, each with the condition by which it finds its work. */
function tasksOf(needs: TaskNeeds, keyId: string): Task[] {
  const scope = jobsOfTestKey(keyId)
  const effects = { testKeyId: keyId }
  const isOfWorld = sql<boolean>`job_id in (select id from job where ${scope})`
  return [
    { isDue: hasDueRows(smsRows, isOfWorld), run: (signal) => sendTexts(needs, signal, isOfWorld) },
    { isDue: hasRenewals(scope), run: (signal) => renewHolds(needs, signal, scope) },
    { isDue: hasHiddenJobs(scope), run: (signal) => endHiddenJobs(needs, signal, scope) },
    { isDue: hasDoubts(scope), run: (signal) => endDoubts(needs, signal, scope) },
    { isDue: hasEndingHolds(scope), run: (signal) => captureBeforeEnd(needs, signal, scope) },
    { isDue: hasOwed(scope), run: () => payOwed(needs, scope) },
    { isDue: hasDueEffects(effects), run: (signal) => runDueEffects(needs, signal, effects) },
    { isDue: hasDeadlines(scope), run: (signal) => tellOfDeadline(needs, signal, scope) },
    { isDue: hasExpiredDrafts(scope), run: (signal) => expireDrafts(needs, signal, keyId) },
    { isDue: hasNotices(scope), run: (signal) => deliverNotices(needs, signal, keyId) },
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

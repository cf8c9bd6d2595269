import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Head } from '../audit/chain.ts'
import { headsFileIn } from '../audit/heads.ts'
import type { Config } from '../config/read-config.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { createTaskRuns } from '../health/task-runs.ts'
import { journalFileIn } from '../journal/journal-file.ts'
import { redacted } from './log.ts'
import type { Metrics } from './metrics.ts'

/** The settings of the tasks. */
export const taskSettings = (
  { dataDir, pushContact, pushEndpointsAllowed, retention, activity, invoicing }: Config,
  { dataRemoved }: Metrics,
) => ({
  pushContact,
  pushEndpointsAllowed,
  retention,
  invoicing,
  spoolFolder: dataDir,
  requestLogDays: activity.REQUEST_LOG_DAYS,
  journalFile: journalFileIn(dataDir),
  headsFile: headsFileIn(dataDir),
  onRemoved: (what: string, count: number) => dataRemoved.labels(what).inc(count),
})

const outageLineMs = 10_000

/**
 * All tasks fail together during an outage of the database, repeatedly: logs one line in ten seconds, with the number
 * of failed runs since the last line. The place in our code is irrelevant.
 */
function outageLog(log: Pick<FastifyBaseLogger, 'warn'>): (task: string, error: Error) => void {
  let nextAtMs = 0
  let failedRuns = 0
  return (task, { message }) => {
    failedRuns += 1
    if (performance.now() < nextAtMs) return
    nextAtMs = performance.now() + outageLineMs
    log.warn({ reason: message, task, failedRuns }, 'background tasks wait for the database')
    failedRuns = 0
  }
}

type Noted = { metrics: Metrics; log: FastifyBaseLogger; pool: pg.Pool }

/** Counts, logs and stores the outcome of the tasks' runs. */
export function taskNotes({ metrics, log, pool }: Noted) {
  const taskRuns = createTaskRuns()
  const logUnavailable = outageLog(log)
  return {
    onHead: (head: Head) => log.info({ head }, 'head of the audit log'),
    onTaskError(task: string, err: unknown): void {
      metrics.taskErrors.labels(task).inc()
      if (isDatabaseUnavailable(err)) logUnavailable(task, err as Error)
      else log.error({ err, task }, 'a background task failed')
      taskRuns.noteError(task, redacted(err instanceof Error ? err.message : String(err)))
    },
    onTaskRun(task: string, run: { seconds: number; isDone: boolean; pauseSeconds: number }): void {
      metrics.taskSeconds.labels(task).observe(run.seconds)
      if (run.isDone) metrics.taskSuccess.labels(task).setToCurrentTime()
      taskRuns.note(task, run)
    },
    writeTaskRuns: () => taskRuns.flush(pool),
  }
}

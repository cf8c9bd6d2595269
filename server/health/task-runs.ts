import type pg from 'pg'

type TaskRun = {
  task: string
  endedAtMs: number
  ms: number
  nextAtMs: number
  failedAtMs: number | null
  error: string | null
}

export type TaskRuns = {
  /** Records that a run has ended. `pauseSeconds` is the time until the next run on this node. */
  note: (task: string, run: { seconds: number; isDone: boolean; pauseSeconds: number }) => void
  /** Records why the last run failed. `error` has no personal data. */
  noteError: (task: string, error: string) => void
  /** Writes the runs recorded since the last call; does not retry after an error, because the next runs follow soon. */
  flush: (pool: pg.Pool) => Promise<void>
}

const maxErrorLength = 200

/** Caches the last run of each task of this node until the next flush, to avoid a statement per run. */
export function createTaskRuns(): TaskRuns {
  let runs = new Map<string, TaskRun>()
  return {
    note(task, { seconds, isDone, pauseSeconds }) {
      const endedAtMs = Date.now()
      const before = runs.get(task)
      runs.set(task, {
        task,
        endedAtMs,
        ms: Math.round(seconds * 1_000),
        nextAtMs: endedAtMs + Math.round(pauseSeconds * 1_000),
        failedAtMs: isDone ? (before?.failedAtMs ?? null) : endedAtMs,
        error: isDone ? (before?.error ?? null) : null,
      })
    },
    noteError(task, error) {
      const run = runs.get(task)
      if (run) run.error = error.replaceAll('\0', '').slice(0, maxErrorLength).toWellFormed()
    },
    async flush(pool) {
      const taken = [...runs.values()]
      runs = new Map()
      await write(pool, taken)
    },
  }
}

/** Sorted to avoid deadlocks: several nodes write the same rows. */
async function write(pool: pg.Pool, runs: TaskRun[]): Promise<void> {
  if (runs.length === 0) return
  await pool.query(
    `insert into task_run as r (task, ended_at, ms, next_at, failed_at, error)
     select task, to_timestamp("endedAtMs" / 1000.0), ms, to_timestamp("nextAtMs" / 1000.0),
       to_timestamp("failedAtMs" / 1000.0), error
     from json_to_recordset($1) as t (task text, "endedAtMs" bigint, ms integer, "nextAtMs" bigint,
       "failedAtMs" bigint, error text) order by 1
     on conflict (task) do update set ended_at = excluded.ended_at, ms = excluded.ms, next_at = excluded.next_at,
       failed_at = coalesce(excluded.failed_at, r.failed_at),
       error = case when excluded.failed_at is null then r.error else excluded.error end`,
    [JSON.stringify(runs)],
  )
}

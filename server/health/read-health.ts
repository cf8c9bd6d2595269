import { type Kysely, sql } from 'kysely'
import type { HealthQueue } from '#contract/admin/health.ts'
import { listRecentNodes } from '../db/nodes.ts'
import type { Tables } from '../db/tables.ts'
import { belongsToRealTimeSql, isInRealTimeSql } from '../db/worlds.ts'

/** The state of the running installation, from the database. */
export async function readHealth(kysely: Kysely<Tables>) {
  return {
    ...(await readVersions(kysely)),
    nodes: await listRecentNodes(kysely),
    tasks: await kysely.selectFrom('task_run').selectAll().orderBy('task').execute(),
    queues: await readQueues(kysely),
  }
}

async function readVersions(kysely: Kysely<Tables>): Promise<{ postgresql: string; migration: string }> {
  const { rows } = await sql<{ postgresql: string; migration: string }>`
    select current_setting('server_version') as postgresql,
      (select name from kysely_migration order by timestamp desc, name desc limit 1) as migration`.execute(
    kysely,
  )
  const [found] = rows
  if (!found) throw new Error('PostgreSQL did not tell its version')
  return found
}

type Queue = Pick<HealthQueue, 'queue' | 'waiting'> & { oldest_at: Date | null }

/**
 * Counts at most 10,000 rows of each queue, through the index that its task uses. A row that is being worked on has a
 * lease. Rows of the sandbox wait for a call, and for no task.
 */
async function readQueues(kysely: Kysely<Tables>): Promise<Queue[]> {
  const depth = (queue: HealthQueue['queue'], table: string, isCounted = 'true') => sql`
    select ${sql.lit(queue)} as queue, count(*)::integer as waiting, min(due_at) filter (where due_at <= now()) as oldest_at
    from (select due_at from ${sql.table(table)}
      where status in ('due', 'running') and due_at < 'infinity' and ${sql.raw(isCounted)} order by due_at limit 10000) waiting`
  const notices = sql`
    select 'notices' as queue, count(*)::integer as waiting, min(created_at) as oldest_at
    from (select created_at from notice where told_at is null and ${sql.raw(belongsToRealTimeSql('notice.job_id'))} order by id limit 10000) waiting`
  const parts = [
    depth('sms', 'sms', belongsToRealTimeSql('sms.job_id')),
    depth('payments', 'payment_effect', isEffectOfRealTime),
    notices,
    depth('pushes', 'push'),
    depth('mails', 'mail'),
    depth('exports', 'job_export'),
  ]
  const { rows } = await sql<Queue>`${sql.join(parts, sql` union all `)}`.execute(kysely)
  return rows
}

const isEffectOfRealTime = `not exists (select from payment join job on job.id = payment.job_id
  where payment.id = payment_effect.payment_id and not ${isInRealTimeSql})`

import { beat } from '../../server/db/nodes.ts'
import { createTaskRuns } from '../../server/health/task-runs.ts'
import { newId } from '../../server/lib/ids.ts'
import { drayVersion } from '../../server/lib/version.ts'
import type { TestDray } from '../../test/support/dray.ts'

/** Two nodes, one with an old setting, and tasks of which one has failed. */
export async function reportHealth({ db: { kysely, pool } }: TestDray): Promise<void> {
  const version = drayVersion()
  const contradictions = { BASE_URL: 'http://old.test' }
  await beat(kysely, {
    id: newId(),
    role: 'serve',
    host: 'alpha',
    version,
    contradictions: {},
    connections: 30,
  })
  await beat(kysely, { id: newId(), role: 'work', host: 'beta', version, contradictions, connections: 30 })
  const runs = createTaskRuns()
  for (const task of ['expire-drafts', 'run-due-effects', 'send-due-sms'])
    runs.note(task, { seconds: 0.012, isDone: true, pauseSeconds: 15 })
  runs.note('renew-holds', { seconds: 2.1, isDone: false, pauseSeconds: 15 })
  runs.noteError('renew-holds', 'Connection terminated due to connection timeout')
  await runs.flush(pool)
}

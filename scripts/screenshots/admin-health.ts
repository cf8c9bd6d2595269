import { beat } from '../../server/db/nodes.ts'
import { createTaskRuns } from '../../server/health/task-runs.ts'
import { newId } from '../../server/lib/ids.ts'
import { drayVersion } from '../../server/lib/version.ts'
import type { TestDray } from '../../test/support/dray.ts'
import type { AdminShot } from './admin.ts'

/** Two nodes, one with an old setting, and tasks of which one has failed. */
export async function reportHealth({ db: { kysely, pool } }: TestDray): Promise<void> {
  const version = drayVersion()
  const contradictions = { BASE_URL: 'http://old.test' }
  await beat(kysely, { id: newId(), role: 'serve', host: 'alpha', version, contradictions: {} })
  await beat(kysely, { id: newId(), role: 'work', host: 'beta', version, contradictions })
  const runs = createTaskRuns()
  for (const task of ['expire-drafts', 'run-due-effects', 'send-due-sms'])
    runs.note(task, { seconds: 0.012, isDone: true, pauseSeconds: 15 })
  runs.note('renew-holds', { seconds: 2.1, isDone: false, pauseSeconds: 15 })
  runs.noteError('renew-holds', 'Connection terminated due to connection timeout')
  await runs.flush(pool)
}

/** The page about the installation itself, by its parts. */
export const healthShots: AdminShot[] = [
  { name: 'admin-health', as: 'owner', path: '/admin/health' },
  {
    name: 'admin-health-providers',
    as: 'owner',
    path: '/admin/health?tab=providers',
    act: async ({ page }) => {
      // One test for each style: a member may make ten a minute.
      await page.locator('main tbody button').first().click()
      await page.locator('main tbody .panel-mark').waitFor()
    },
  },
  {
    name: 'admin-health-doctor',
    as: 'owner',
    path: '/admin/health?tab=doctor',
    act: async ({ page }) => {
      await page.locator('main .panel-line button').click()
      await page.locator('main tbody .panel-mark').first().waitFor()
      await page.locator('main .panel-line button:enabled').waitFor()
    },
  },
  { name: 'admin-health-settings', as: 'owner', path: '/admin/health?tab=settings' },
  { name: 'admin-health-texts', as: 'owner', path: '/admin/health?tab=texts' },
]

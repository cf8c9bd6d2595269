import type { AdminShot } from './shot.ts'

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

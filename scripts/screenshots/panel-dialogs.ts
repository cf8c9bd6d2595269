import type { AdminShot } from './shot.ts'

/** Dialogs of the operator's panel that are opened from a page, and the test of an alert. */
export const panelDialogs: AdminShot[] = [
  {
    name: 'admin-alert-test',
    as: 'owner',
    path: '/admin/alerts',
    act: async ({ page, words: { today } }) => {
      await page.getByRole('button', { name: today.alerts.test.webhook, exact: true }).click()
      await page.getByText(today.alerts.test.waiting).waitFor()
    },
  },
  {
    name: 'admin-keys',
    as: 'owner',
    path: '/admin/jobs',
    act: async ({ page }) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'admin-password',
    as: 'owner',
    path: '/admin/account',
    act: async ({ page, words: { member } }) => {
      await page.getByRole('button', { name: member.account.changePassword, exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'admin-raise',
    as: 'owner',
    path: '/admin/tariffs',
    act: async ({ page, words: { tariffs } }) => {
      await page.locator('.panel-page-acts button:enabled').click()
      await page.getByRole('button', { name: tariffs.raise.open, exact: true }).click()
      await page.getByRole('dialog').getByLabel(tariffs.raise.by).fill('7')
      await page.getByRole('dialog').getByText(tariffs.raise.raised).waitFor()
    },
  },
  {
    name: 'admin-refund',
    as: 'owner',
    path: ({ jobs }) => `/admin/jobs/${jobs.completed}?act=refund`,
    act: async ({ page }) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'admin-reassign',
    as: 'owner',
    path: ({ jobs }) => `/admin/jobs/${jobs.accepted}?act=reassign`,
    act: async ({ page }) => page.getByRole('dialog').waitFor(),
  },
  { name: 'admin-job-time', as: 'owner', path: ({ jobs }) => `/admin/jobs/${jobs.timeMoved}` },
  { name: 'admin-job-viewer', as: 'viewer', path: ({ jobs }) => `/admin/jobs/${jobs.tripContested}` },
]

import type { AdminShot } from './shot.ts'

const dialogIsOpen: AdminShot['act'] = async ({ page }) => page.getByRole('dialog').waitFor()

const openFirst: AdminShot['act'] = async ({ page }) => {
  await page.locator('main [data-row]').first().click()
  await page.getByRole('dialog').waitFor()
}

/** The partner's own pages, and the operator's pages about the people of a partner. */
export const partnerPageShots: AdminShot[] = [
  { name: 'partner-sign-in', path: '/partner/sign-in' },
  { name: 'partner-invitation', path: ({ partnerInvitation }) => partnerInvitation() },
  { name: 'partner-overview', as: 'partnerAdmin', path: '/partner?mode=live' },
  { name: 'partner-jobs', as: 'partnerAdmin', path: '/partner/jobs' },
  { name: 'partner-jobs-nothing', as: 'partnerAdmin', path: '/partner/jobs?reference=nothing' },
  { name: 'partner-job', as: 'partnerAdmin', path: ({ jobs }) => `/partner/jobs/${jobs.completed}` },
  { name: 'partner-keys', as: 'partnerAdmin', path: '/partner/keys' },
  { name: 'partner-key', as: 'partnerAdmin', path: '/partner/keys', act: openFirst },
  { name: 'partner-test-key', as: 'partnerAdmin', path: '/partner/keys?issue=yes', act: dialogIsOpen },
  { name: 'partner-requests', as: 'partnerAdmin', path: '/partner/requests' },
  { name: 'partner-errors', as: 'partnerAdmin', path: '/partner/errors' },
  { name: 'partner-statements', as: 'partnerAdmin', path: '/partner/statements' },
  { name: 'partner-sms', as: 'partnerAdmin', path: '/partner/sms' },
  { name: 'partner-people', as: 'partnerAdmin', path: '/partner/people' },
  { name: 'partner-person', as: 'partnerAdmin', path: '/partner/people', act: openFirst },
  { name: 'partner-account', as: 'partnerAdmin', path: '/partner/account' },
  { name: 'admin-partner-people', as: 'owner', path: ({ partner }) => partner('people') },
  {
    name: 'admin-partner-view',
    as: 'owner',
    path: ({ partner }) => partner('people'),
    act: async ({ page }) => {
      await page.keyboard.press('v')
      await page.getByRole('dialog').waitFor()
    },
  },
]

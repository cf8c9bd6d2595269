import type { AdminShot } from './shot.ts'

/** The pages of partners and tariffs, with one partner that has keys and calls. */
export const partnerShots: AdminShot[] = [
  { name: 'admin-partners', as: 'owner', path: '/admin/partners' },
  { name: 'admin-partner-keys', as: 'owner', path: ({ partner }) => partner('keys') },
  {
    name: 'admin-key',
    as: 'owner',
    path: ({ partner }) => partner('keys'),
    act: async ({ page }) => {
      await page.locator('main [data-row]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'admin-key-issue',
    as: 'owner',
    path: async ({ partner }) => `${await partner('keys')}&issue=yes`,
    act: async ({ page }) => page.getByRole('dialog').waitFor(),
  },
  { name: 'admin-partner-usage', as: 'owner', path: ({ partner }) => partner('usage') },
  { name: 'admin-partner-requests', as: 'owner', path: ({ partner }) => partner('requests') },
  { name: 'admin-partner-errors', as: 'owner', path: ({ partner }) => partner('errors') },
  { name: 'admin-partner-funnel', as: 'viewer', path: ({ partner }) => partner('funnel') },
  { name: 'admin-tariffs', as: 'owner', path: '/admin/tariffs' },
  {
    name: 'admin-tariff-version',
    as: 'owner',
    path: '/admin/tariffs',
    act: async ({ page }) => {
      await page.locator('main [data-row]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'admin-tariff-compare',
    as: 'owner',
    path: '/admin/tariffs',
    act: async ({ page }) => {
      await page.locator('.panel-page-acts button:enabled').click()
      await page.locator('.tariff-sizes input').first().fill('17')
      await page.locator('.tariff-compare button').click()
      await page.locator('.tariff-editor > .panel-section').nth(2).waitFor()
    },
  },
]

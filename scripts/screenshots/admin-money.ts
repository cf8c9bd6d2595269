import type { Page } from 'playwright-core'
import type { AdminShot } from './shot.ts'

const paths = {
  'admin-money': '/admin/money',
  'admin-money-holds': '/admin/money/holds',
  'admin-money-captures': '/admin/money/charges',
  'admin-money-fees': '/admin/money/charges?of=fees',
  'admin-money-disputes': '/admin/money/charges?of=disputes',
  'admin-money-payouts': '/admin/money/payouts',
  'admin-money-wallets': '/admin/money/wallets',
  'admin-money-receipts': '/admin/money/receipts',
  'admin-money-ledger': '/admin/money/ledger',
  'admin-money-reconciliation': '/admin/money/reconciliation',
  'admin-money-closing': '/admin/money/closing',
}

const isRead = async ({ page }: { page: Page }) =>
  page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })

/** The pages of money. */
export const moneyShots: AdminShot[] = [
  ...Object.entries(paths).map(([name, path]) => ({ name, as: 'owner' as const, path, act: isRead })),
  {
    name: 'admin-money-month',
    as: 'owner',
    path: '/admin/money/closing',
    act: async ({ page }) => {
      await page.locator('main [data-row]').last().click()
      await page.getByRole('dialog').waitFor()
      await isRead({ page })
    },
  },
  {
    name: 'admin-money-receipt',
    as: 'owner',
    path: ({ town }) => `/admin/money/receipts/${town.pages.receipt}`,
    act: isRead,
  },
  {
    name: 'admin-money-carriers-month',
    as: 'owner',
    path: ({ town }) => `/admin/money/receipts/${town.pages.statement}`,
    act: isRead,
  },
  {
    name: 'admin-money-statement',
    as: 'owner',
    path: ({ town }) =>
      `/admin/money/statements?month=${new Date().toISOString().slice(0, 7)}&of=carrier&id=${town.people.carrier.accountId}`,
    act: isRead,
  },
]

import type { AdminShot } from './admin.ts'

const paths = {
  'admin-money': '/admin/money',
  'admin-money-holds': '/admin/money/holds',
  'admin-money-captures': '/admin/money/charges',
  'admin-money-fees': '/admin/money/charges?of=fees',
  'admin-money-disputes': '/admin/money/charges?of=disputes',
  'admin-money-payouts': '/admin/money/payouts',
  'admin-money-wallets': '/admin/money/wallets',
  'admin-money-ledger': '/admin/money/ledger',
}

/** The pages of money. */
export const moneyShots: AdminShot[] = Object.entries(paths).map(([name, path]) => ({
  name,
  as: 'owner',
  path,
  act: async ({ page }) => page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' }),
}))

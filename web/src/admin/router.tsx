import { lazyRouteComponent } from '@tanstack/react-router'
import { surfaceRouter } from '../member/surface-router.tsx'
import { Inside } from './inside.tsx'

/** All pages of the operator's panel; each is downloaded on first use. */
export const router = surfaceRouter({
  home: '/admin',
  Inside,
  pages: {
    '': lazyRouteComponent(() => import('./today/index.tsx'), 'Today'),
    alerts: lazyRouteComponent(() => import('./alerts/index.tsx'), 'Alerts'),
    jobs: lazyRouteComponent(() => import('./jobs/index.tsx'), 'Jobs'),
    'jobs/$jobId': lazyRouteComponent(() => import('./job/index.tsx'), 'JobPage'),
    carriers: lazyRouteComponent(() => import('./carriers/index.tsx'), 'Carriers'),
    'carriers/$accountId': lazyRouteComponent(() => import('./carriers/carrier.tsx'), 'Carrier'),
    customers: lazyRouteComponent(() => import('./customers/index.tsx'), 'Customers'),
    'customers/$accountId': lazyRouteComponent(() => import('./customers/customer.tsx'), 'Customer'),
    partners: lazyRouteComponent(() => import('./partners/index.tsx'), 'Partners'),
    'partners/$partnerId': lazyRouteComponent(() => import('./partners/partner.tsx'), 'PartnerPage'),
    tariffs: lazyRouteComponent(() => import('./tariffs/index.tsx'), 'Tariffs'),
    staff: lazyRouteComponent(() => import('./staff/index.tsx'), 'Staff'),
    audit: lazyRouteComponent(() => import('./audit/index.tsx'), 'AuditLog'),
    'money/reconciliation': lazyRouteComponent(
      () => import('./closing/reconciliation.tsx'),
      'Reconciliation',
    ),
    'money/statements': lazyRouteComponent(() => import('./closing/statements.tsx'), 'Statements'),
    'money/closing': lazyRouteComponent(() => import('./closing/months.tsx'), 'Months'),
    money: lazyRouteComponent(() => import('./money/index.tsx'), 'Money'),
    'money/holds': lazyRouteComponent(() => import('./money/holds.tsx'), 'Holds'),
    'money/charges': lazyRouteComponent(() => import('./money/charges.tsx'), 'Charges'),
    'money/payouts': lazyRouteComponent(() => import('./money/payouts.tsx'), 'Payouts'),
    'money/wallets': lazyRouteComponent(() => import('./money/wallets.tsx'), 'Wallets'),
    'money/wallets/$accountId': lazyRouteComponent(() => import('./money/wallet.tsx'), 'WalletPage'),
    'money/receipts': lazyRouteComponent(() => import('./receipts/index.tsx'), 'Receipts'),
    'money/receipts/$invoiceId': lazyRouteComponent(() => import('./receipts/page.tsx'), 'Receipt'),
    'money/ledger': lazyRouteComponent(() => import('./money/ledger.tsx'), 'Ledger'),
    health: lazyRouteComponent(() => import('./health/index.tsx'), 'Health'),
  },
})

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { Crashed } from '../member/crashed.tsx'
import { NotFound } from '../member/not-found.tsx'
import { plainSearch } from '../panel/plain-search.ts'
import { Inside } from './inside.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/admin/invitation',
  component: lazyRouteComponent(() => import('../member/invitation/index.tsx'), 'InvitationPage'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/admin/sign-in',
  component: lazyRouteComponent(() => import('../member/sign-in/index.tsx'), 'SignIn'),
})

/** Pages for members who are signed in, inside the frame. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Inside })

const today = createRoute({
  getParentRoute: () => inside,
  path: '/admin',
  component: lazyRouteComponent(() => import('./today/index.tsx'), 'Today'),
})

const jobs = createRoute({
  getParentRoute: () => inside,
  path: '/admin/jobs',
  component: lazyRouteComponent(() => import('./jobs/index.tsx'), 'Jobs'),
})

const job = createRoute({
  getParentRoute: () => inside,
  path: '/admin/jobs/$jobId',
  component: lazyRouteComponent(() => import('./job/index.tsx'), 'JobPage'),
})

const carriers = createRoute({
  getParentRoute: () => inside,
  path: '/admin/carriers',
  component: lazyRouteComponent(() => import('./carriers/index.tsx'), 'Carriers'),
})

const carrier = createRoute({
  getParentRoute: () => inside,
  path: '/admin/carriers/$accountId',
  component: lazyRouteComponent(() => import('./carriers/carrier.tsx'), 'Carrier'),
})

const customers = createRoute({
  getParentRoute: () => inside,
  path: '/admin/customers',
  component: lazyRouteComponent(() => import('./customers/index.tsx'), 'Customers'),
})

const customer = createRoute({
  getParentRoute: () => inside,
  path: '/admin/customers/$accountId',
  component: lazyRouteComponent(() => import('./customers/customer.tsx'), 'Customer'),
})

const partners = createRoute({
  getParentRoute: () => inside,
  path: '/admin/partners',
  component: lazyRouteComponent(() => import('./partners/index.tsx'), 'Partners'),
})

const partner = createRoute({
  getParentRoute: () => inside,
  path: '/admin/partners/$partnerId',
  component: lazyRouteComponent(() => import('./partners/partner.tsx'), 'PartnerPage'),
})

const tariffs = createRoute({
  getParentRoute: () => inside,
  path: '/admin/tariffs',
  component: lazyRouteComponent(() => import('./tariffs/index.tsx'), 'Tariffs'),
})

const staff = createRoute({
  getParentRoute: () => inside,
  path: '/admin/staff',
  component: lazyRouteComponent(() => import('./staff/index.tsx'), 'Staff'),
})

const audit = createRoute({
  getParentRoute: () => inside,
  path: '/admin/audit',
  component: lazyRouteComponent(() => import('./audit/index.tsx'), 'AuditLog'),
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/admin/account',
  component: lazyRouteComponent(() => import('../member/account/index.tsx'), 'Account'),
})

const reconciliation = createRoute({
  getParentRoute: () => inside,
  path: '/admin/money/reconciliation',
  component: lazyRouteComponent(() => import('./closing/reconciliation.tsx'), 'Reconciliation'),
})

const statements = createRoute({
  getParentRoute: () => inside,
  path: '/admin/money/statements',
  component: lazyRouteComponent(() => import('./closing/statements.tsx'), 'Statements'),
})

const closing = createRoute({
  getParentRoute: () => inside,
  path: '/admin/money/closing',
  component: lazyRouteComponent(() => import('./closing/months.tsx'), 'Months'),
})

const money = createRoute({
  getParentRoute: () => inside,
  path: '/admin/money',
  component: lazyRouteComponent(() => import('./money/index.tsx'), 'Money'),
})

const moneyHolds = createRoute({
  getParentRoute: () => inside,
  path: '/admin/money/holds',
  component: lazyRouteComponent(() => import('./money/holds.tsx'), 'Holds'),
})

const moneyCharges = createRoute({
  getParentRoute: () => inside,
  path: '/admin/money/charges',
  component: lazyRouteComponent(() => import('./money/charges.tsx'), 'Charges'),
})

const moneyPayouts = createRoute({
  getParentRoute: () => inside,
  path: '/admin/money/payouts',
  component: lazyRouteComponent(() => import('./money/payouts.tsx'), 'Payouts'),
})

const wallets = createRoute({
  getParentRoute: () => inside,
  path: '/admin/money/wallets',
  component: lazyRouteComponent(() => import('./money/wallets.tsx'), 'Wallets'),
})

const wallet = createRoute({
  getParentRoute: () => inside,
  path: '/admin/money/wallets/$accountId',
  component: lazyRouteComponent(() => import('./money/wallet.tsx'), 'WalletPage'),
})

const ledger = createRoute({
  getParentRoute: () => inside,
  path: '/admin/money/ledger',
  component: lazyRouteComponent(() => import('./money/ledger.tsx'), 'Ledger'),
})

const health = createRoute({
  getParentRoute: () => inside,
  path: '/admin/health',
  component: lazyRouteComponent(() => import('./health/index.tsx'), 'Health'),
})

/** All pages of the operator's panel; each is downloaded on first use. */
export const router = createRouter({
  routeTree: root.addChildren([
    invitation,
    signIn,
    inside.addChildren([
      today,
      jobs,
      job,
      partners,
      partner,
      tariffs,
      carriers,
      carrier,
      customers,
      customer,
      staff,
      audit,
      account,
      reconciliation,
      statements,
      closing,
      money,
      moneyHolds,
      moneyCharges,
      moneyPayouts,
      wallets,
      wallet,
      ledger,
      health,
    ]),
  ]),
  ...plainSearch,
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { plainSearch } from '../panel/plain-search.ts'
import { Crashed } from './crashed.tsx'
import { Inside } from './inside.tsx'
import { NotFound } from './not-found.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/admin/invitation',
  component: lazyRouteComponent(() => import('./invitation/index.tsx'), 'InvitationPage'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/admin/sign-in',
  component: lazyRouteComponent(() => import('./sign-in/index.tsx'), 'SignIn'),
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

const people = createRoute({
  getParentRoute: () => inside,
  path: '/admin/people',
  component: lazyRouteComponent(() => import('./people/index.tsx'), 'People'),
})

const audit = createRoute({
  getParentRoute: () => inside,
  path: '/admin/audit',
  component: lazyRouteComponent(() => import('./audit/index.tsx'), 'AuditLog'),
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/admin/account',
  component: lazyRouteComponent(() => import('./account/index.tsx'), 'Account'),
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
      people,
      audit,
      account,
    ]),
  ]),
  ...plainSearch,
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

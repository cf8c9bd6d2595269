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
  path: '/partner/invitation',
  component: lazyRouteComponent(() => import('../member/invitation/index.tsx'), 'InvitationPage'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/partner/sign-in',
  component: lazyRouteComponent(() => import('../member/sign-in/index.tsx'), 'SignIn'),
})

/** Pages for members who are signed in, inside the frame. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Inside })

const overview = createRoute({
  getParentRoute: () => inside,
  path: '/partner',
  component: lazyRouteComponent(() => import('./overview/index.tsx'), 'Overview'),
})

const jobs = createRoute({
  getParentRoute: () => inside,
  path: '/partner/jobs',
  component: lazyRouteComponent(() => import('./jobs/index.tsx'), 'Jobs'),
})

const job = createRoute({
  getParentRoute: () => inside,
  path: '/partner/jobs/$jobId',
  component: lazyRouteComponent(() => import('./job/index.tsx'), 'JobPage'),
})

const keys = createRoute({
  getParentRoute: () => inside,
  path: '/partner/keys',
  component: lazyRouteComponent(() => import('./keys/index.tsx'), 'Keys'),
})

const requests = createRoute({
  getParentRoute: () => inside,
  path: '/partner/requests',
  component: lazyRouteComponent(() => import('./activity/index.tsx'), 'RequestsPage'),
})

const errors = createRoute({
  getParentRoute: () => inside,
  path: '/partner/errors',
  component: lazyRouteComponent(() => import('./activity/index.tsx'), 'ErrorsPage'),
})

const sms = createRoute({
  getParentRoute: () => inside,
  path: '/partner/sms',
  component: lazyRouteComponent(() => import('./sms/index.tsx'), 'SmsPreviewPage'),
})

const statements = createRoute({
  getParentRoute: () => inside,
  path: '/partner/statements',
  component: lazyRouteComponent(() => import('./statements/index.tsx'), 'Statements'),
})

const people = createRoute({
  getParentRoute: () => inside,
  path: '/partner/people',
  component: lazyRouteComponent(() => import('./people/index.tsx'), 'People'),
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/partner/account',
  component: lazyRouteComponent(() => import('../member/account/index.tsx'), 'Account'),
})

/** All of the partner's own pages; each is downloaded on first use. */
export const router = createRouter({
  routeTree: root.addChildren([
    invitation,
    signIn,
    inside.addChildren([overview, jobs, job, keys, requests, errors, sms, statements, people, account]),
  ]),
  ...plainSearch,
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

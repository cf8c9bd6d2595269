import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { Crashed } from './crashed.tsx'
import { ownAddress } from './kit/own-address.ts'
import { Loading } from './kit/states.tsx'
import { NotFound } from './not-found.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** Path of this app to return to after sign-in. */
type Back = { back?: string | undefined }

/** Always sets `back`, even to undefined: the router would otherwise keep the unchecked parameter of the URL. */
const backOf = ({ back }: Record<string, unknown>): Back => ({ back: ownAddress(back, location.origin) })

/** Search parameters on return from the card page (`startCardSetup`) or from the bank. */
type Returned = { card_setup?: string; payment?: string }

const returnedOf = ({ card_setup, payment }: Record<string, unknown>): Returned => ({
  ...(typeof card_setup === 'string' && { card_setup }),
  ...(typeof payment === 'string' && { payment }),
})

const draft = createRoute({
  getParentRoute: () => root,
  path: '/draft/$shortId',
  component: lazyRouteComponent(() => import('./customer/draft/index.tsx'), 'Draft'),
})

/** The page that offers the native app links here, for users who prefer the browser. */
const draftInBrowser = createRoute({
  getParentRoute: () => root,
  path: '/app/draft/$shortId',
  component: lazyRouteComponent(() => import('./customer/draft/index.tsx'), 'Draft'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/app/sign-in',
  validateSearch: backOf,
  component: lazyRouteComponent(() => import('./customer/sign-in/index.tsx'), 'SignIn'),
})

const jobs = createRoute({
  getParentRoute: () => root,
  path: '/app',
  component: lazyRouteComponent(() => import('./customer/jobs/index.tsx'), 'Jobs'),
})

const job = createRoute({
  getParentRoute: () => root,
  path: '/app/jobs/$jobId',
  validateSearch: returnedOf,
  component: lazyRouteComponent(() => import('./customer/job/index.tsx'), 'Job'),
})

const startJob = createRoute({
  getParentRoute: () => root,
  path: '/app/start',
  component: lazyRouteComponent(() => import('./customer/start/index.tsx'), 'StartJob'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/app/account',
  validateSearch: returnedOf,
  component: lazyRouteComponent(() => import('./customer/account/index.tsx'), 'Account'),
})

const deleteAccount = createRoute({
  getParentRoute: () => root,
  path: '/app/account/delete',
  component: lazyRouteComponent(() => import('./customer/erasure/index.tsx'), 'DeleteAccount'),
})

/** Search parameters of the sandbox processor's pages, where no real money moves. */
type Sandbox = { setup?: string; payment?: string; back?: string }

const sandboxOf = (search: Record<string, unknown>): Sandbox =>
  Object.fromEntries(
    ['setup', 'payment', 'back'].flatMap((name) =>
      typeof search[name] === 'string' ? [[name, search[name]]] : [],
    ),
  )

const sandboxCard = createRoute({
  getParentRoute: () => root,
  path: '/app/sandbox/card',
  validateSearch: sandboxOf,
  component: lazyRouteComponent(() => import('./customer/sandbox/card.tsx'), 'SandboxCard'),
})

const sandboxConfirm = createRoute({
  getParentRoute: () => root,
  path: '/app/sandbox/confirm',
  validateSearch: sandboxOf,
  component: lazyRouteComponent(() => import('./customer/sandbox/confirm.tsx'), 'SandboxConfirm'),
})

const feed = createRoute({
  getParentRoute: () => root,
  path: '/carrier',
  component: lazyRouteComponent(() => import('./carrier/feed/index.tsx'), 'Feed'),
})

const offer = createRoute({
  getParentRoute: () => root,
  path: '/carrier/feed/$jobId',
  component: lazyRouteComponent(() => import('./carrier/offer/index.tsx'), 'Offer'),
})

const carrierJobs = createRoute({
  getParentRoute: () => root,
  path: '/carrier/jobs',
  component: lazyRouteComponent(() => import('./carrier/jobs/index.tsx'), 'CarrierJobs'),
})

const carrierJob = createRoute({
  getParentRoute: () => root,
  path: '/carrier/jobs/$jobId',
  component: lazyRouteComponent(() => import('./carrier/job/index.tsx'), 'CarrierJob'),
})

const earnings = createRoute({
  getParentRoute: () => root,
  path: '/carrier/earnings',
  component: lazyRouteComponent(() => import('./carrier/earnings/index.tsx'), 'Earnings'),
})

const statement = createRoute({
  getParentRoute: () => root,
  path: '/carrier/statements/$statementId',
  component: lazyRouteComponent(() => import('./carrier/statements/index.tsx'), 'StatementPage'),
})

const profile = createRoute({
  getParentRoute: () => root,
  path: '/carrier/profile',
  component: lazyRouteComponent(() => import('./carrier/profile/index.tsx'), 'Profile'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/carrier/sign-up',
  component: lazyRouteComponent(() => import('./carrier/sign-up/index.tsx'), 'SignUp'),
})

const customer = [
  draft,
  draftInBrowser,
  signIn,
  jobs,
  job,
  startJob,
  account,
  deleteAccount,
  sandboxCard,
  sandboxConfirm,
]
const carrier = [feed, offer, carrierJobs, carrierJob, earnings, statement, profile, signUp]

const router = createRouter({
  routeTree: root.addChildren([...customer, ...carrier]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: Crashed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** All screens; each is downloaded on first use. */
export const Screens = () => <RouterProvider router={router} />

/** Loads the screen of the current URL, so `Screens` renders it at once. */
export const loadScreen = () => router.load()

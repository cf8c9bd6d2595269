import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
  redirect,
} from '@tanstack/react-router'
import { CarrierDesk } from './carrier/desk.tsx'
import { Crashed } from './crashed.tsx'
import { CustomerDesk } from './customer/desk.tsx'
import { addTexts } from './kit/language.ts'
import { ownAddress } from './kit/own-address.ts'
import { isSignedOut } from './kit/signed-out.ts'
import { Loading } from './kit/states.tsx'
import { laterTexts } from './later-texts.ts'
import { NotFound } from './not-found.tsx'

addTexts(laterTexts)

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** Path of this app to return to after sign-in. */
type Back = { back?: string | undefined }

/** Always sets `back`, even to undefined: the router would otherwise keep the unchecked parameter of the URL. */
const backOf = ({ back }: Record<string, unknown>): Back => ({
  back: typeof back === 'string' ? ownAddress(back, location.origin) : undefined,
})

/** Search parameters on return from a page of the processor (`startCardSetup`) or of a bank. */
type Returned = { card_setup?: string; payment?: string }

const returnedOf = ({ card_setup, payment }: Record<string, unknown>): Returned => ({
  ...(typeof card_setup === 'string' && { card_setup }),
  ...(typeof payment === 'string' && { payment }),
})

/**
 * Where a 401 of the screen would lead. Strangers see at `/carrier` what they would earn and at `/app/start` what a job
 * costs, and a person whose account is deleted has no session when that is said.
 */
function needSession({
  location: { pathname },
  preload,
}: {
  location: { pathname: string }
  preload: boolean
}) {
  if (!isSignedOut() || preload || withoutSession.includes(pathname.replace(/\/$/, ''))) return
  throw redirect({ to: '/app/sign-in', search: { back: pathname }, replace: true })
}

const withoutSession = ['/carrier', '/app/start', '/app/account/delete']

/** What stays while the screens of a customer or of a carrier change; they have no path. */
const customerDesk = createRoute({
  getParentRoute: () => root,
  id: 'customer',
  component: CustomerDesk,
  beforeLoad: needSession,
})
const carrierDesk = createRoute({
  getParentRoute: () => root,
  id: 'carrier',
  component: CarrierDesk,
  beforeLoad: needSession,
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
  getParentRoute: () => customerDesk,
  path: '/app',
  component: lazyRouteComponent(() => import('./customer/jobs/index.tsx'), 'Jobs'),
})

const job = createRoute({
  getParentRoute: () => customerDesk,
  path: '/app/jobs/$jobId',
  validateSearch: returnedOf,
  component: lazyRouteComponent(() => import('./customer/job/index.tsx'), 'Job'),
})

const startJob = createRoute({
  getParentRoute: () => customerDesk,
  path: '/app/start',
  component: lazyRouteComponent(() => import('./customer/start/index.tsx'), 'StartJob'),
})

const account = createRoute({
  getParentRoute: () => customerDesk,
  path: '/app/account',
  validateSearch: returnedOf,
  component: lazyRouteComponent(() => import('./customer/account/index.tsx'), 'Account'),
})

const deleteAccount = createRoute({
  getParentRoute: () => customerDesk,
  path: '/app/account/delete',
  component: lazyRouteComponent(() => import('./customer/erasure/index.tsx'), 'DeleteAccount'),
})

/** Search parameters of the test page of a bank, where no real money moves. */
type Sandbox = { payment?: string; back?: string }

const sandboxOf = (search: Record<string, unknown>): Sandbox =>
  Object.fromEntries(
    ['payment', 'back'].flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  )

const sandboxConfirm = createRoute({
  getParentRoute: () => root,
  path: '/app/sandbox/confirm',
  validateSearch: sandboxOf,
  component: lazyRouteComponent(() => import('./customer/sandbox/confirm.tsx'), 'SandboxConfirm'),
})

const feed = createRoute({
  getParentRoute: () => carrierDesk,
  path: '/carrier',
  component: lazyRouteComponent(() => import('./carrier/feed/index.tsx'), 'Feed'),
})

const areas = createRoute({
  getParentRoute: () => carrierDesk,
  path: '/carrier/areas',
  component: lazyRouteComponent(() => import('./carrier/areas/index.tsx'), 'Areas'),
})

const offer = createRoute({
  getParentRoute: () => carrierDesk,
  path: '/carrier/feed/$jobId',
  component: lazyRouteComponent(() => import('./carrier/offer/index.tsx'), 'Offer'),
})

const carrierJobs = createRoute({
  getParentRoute: () => carrierDesk,
  path: '/carrier/jobs',
  component: lazyRouteComponent(() => import('./carrier/jobs/index.tsx'), 'CarrierJobs'),
})

const carrierJob = createRoute({
  getParentRoute: () => carrierDesk,
  path: '/carrier/jobs/$jobId',
  component: lazyRouteComponent(() => import('./carrier/job/index.tsx'), 'CarrierJob'),
})

const earnings = createRoute({
  getParentRoute: () => carrierDesk,
  path: '/carrier/earnings',
  component: lazyRouteComponent(() => import('./carrier/earnings/index.tsx'), 'Earnings'),
})

const statement = createRoute({
  getParentRoute: () => carrierDesk,
  path: '/carrier/statements/$statementId',
  component: lazyRouteComponent(() => import('./carrier/statements/index.tsx'), 'StatementPage'),
})

const profile = createRoute({
  getParentRoute: () => carrierDesk,
  path: '/carrier/profile',
  component: lazyRouteComponent(() => import('./carrier/profile/index.tsx'), 'Profile'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/carrier/sign-up',
  component: lazyRouteComponent(() => import('./carrier/sign-up/index.tsx'), 'SignUp'),
})

const signUpStep = createRoute({
  getParentRoute: () => root,
  path: '/carrier/sign-up/$step',
  component: lazyRouteComponent(() => import('./carrier/sign-up/step.tsx'), 'Step'),
})

const customer = [
  draft,
  draftInBrowser,
  signIn,
  customerDesk.addChildren([jobs, job, startJob, account, deleteAccount]),
  sandboxConfirm,
]
const carrier = [
  carrierDesk.addChildren([feed, areas, offer, carrierJobs, carrierJob, earnings, statement, profile]),
  signUp,
  signUpStep,
]

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

/** The same for another path, where there is no browser. */
export async function loadScreenOf(path: string): Promise<void> {
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
}

import { readMe } from '#contract/app/account.ts'
import { readCarrier, readFeed } from '#contract/app/carrier.ts'
import { listMyJobs } from '#contract/app/customer.ts'
import { readCarrierTerms } from '#contract/app/open.ts'
import type { ScreenName } from './first-screen.ts'

/* What each page of the web app (`web-app.ts`) shows and loads first. */

/** `kept`: for the service worker, which stores one page for all persons and shows it without a connection. */
export type AreasOfUrl = Record<'signedIn' | 'signedOut' | 'kept', Area>

export const pageUrls = {
  '/app': { signedIn: 'jobs', signedOut: 'signIn', kept: 'customer' },
  '/app/*': { signedIn: 'customer', signedOut: 'customerOut', kept: 'customer' },
  '/carrier': { signedIn: 'feed', signedOut: 'welcome', kept: 'carrier' },
  '/carrier/*': { signedIn: 'carrier', signedOut: 'carrierOut', kept: 'carrier' },
} as const satisfies Record<string, AreasOfUrl>

export type AreaPage = {
  owner: 'customer' | 'carrier'
  /** Sources needed first; the router and all that it imports are needed by all pages but that of the first screen. */
  sources: string[]
  texts: string[]
  /** Requests that the page sends before the app has come. */
  reads?: { url: string }[]
  /** What the page shows before the app has come. */
  screen?: ScreenName
  /** Tells the app that there is no session, so it asks for nothing of one (`web/src/kit/signed-out.ts`). */
  isSignedOut?: true
}

const signedOutDraft = 'src/signed-out-draft.tsx'
const router = 'src/router.tsx'
const signIn = 'src/customer/sign-in/index.tsx'
const jobs = 'src/customer/jobs/index.tsx'
const feed = 'src/carrier/feed/index.tsx'

/** The pages of the app differ in what they load first. The server knows the screen of some URLs. */
export const areas = {
  customer: { owner: 'customer', sources: [router], texts: ['app'] },
  jobs: {
    owner: 'customer',
    sources: [router, jobs],
    texts: ['app'],
    reads: [readMe, listMyJobs],
    screen: 'jobs',
  },
  signIn: {
    owner: 'customer',
    sources: [router, signIn],
    texts: ['sign-in'],
    screen: 'signIn',
    isSignedOut: true,
  },
  customerOut: { owner: 'customer', sources: [router, signIn], texts: ['sign-in'], isSignedOut: true },
  carrier: { owner: 'carrier', sources: [router], texts: ['carrier'] },
  carrierOut: { owner: 'carrier', sources: [router, signIn], texts: ['sign-in'], isSignedOut: true },
  feed: {
    owner: 'carrier',
    sources: [router, feed],
    texts: ['carrier'],
    reads: [readCarrier, readFeed],
    screen: 'feed',
  },
  welcome: {
    owner: 'carrier',
    sources: [router, feed, 'src/carrier/welcome/index.tsx'],
    texts: ['welcome'],
    reads: [readCarrierTerms],
    screen: 'welcome',
    isSignedOut: true,
  },
  draft: {
    owner: 'customer',
    sources: [
      router,
      'src/customer/draft/index.tsx',
      'src/customer/job/index.tsx',
      'src/customer/review/review.tsx',
    ],
    texts: ['sign-in', 'app'],
  },
  firstScreen: { owner: 'customer', sources: [signedOutDraft], texts: ['sign-in'], screen: 'draft' },
} as const satisfies Record<string, AreaPage>

export type Area = keyof typeof areas

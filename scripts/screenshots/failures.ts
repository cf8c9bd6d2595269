import type { Page } from 'playwright-core'
import { newId } from '../../server/lib/ids.ts'
import type { AdminShot, Shot } from './shot.ts'

type Answer = { status: number; json: Record<string, unknown> } | null

/** Answers the requests in place of the server, or cuts them, and loads the page again. */
const answered =
  (url: RegExp, answer: Answer) =>
  async ({ page }: { page: Page }): Promise<void> => {
    await page.route(url, (route) => (answer ? route.fulfill(answer) : route.abort()))
    await page.reload()
    await page.locator('[role="alert"]').first().waitFor()
  }

const ours = { status: 500, json: { error: 'internal_error', message: '' } }
const tooMany = { status: 429, json: { error: 'rate_limited', message: '', details: {} } }

/** What the app shows when something is not there or fails. */
export const failures: Shot[] = [
  { name: 'job-absent', as: 'customer', path: `/app/jobs/${newId()}` },
  { name: 'carrier-job-absent', as: 'carrier', path: `/carrier/jobs/${newId()}` },
  { name: 'offer-absent', as: 'carrier', path: `/carrier/feed/${newId()}` },
  { name: 'jobs-failed', as: 'customer', path: '/app', act: answered(/\/app\/v1\/jobs\b/, ours) },
  { name: 'jobs-too-many', as: 'customer', path: '/app', act: answered(/\/app\/v1\/jobs\b/, tooMany) },
  { name: 'jobs-cut', as: 'customer', path: '/app', act: answered(/\/app\/v1\/jobs\b/, null) },
  { name: 'feed-failed', as: 'carrier', path: '/carrier', act: answered(/\/v1\/carrier\/feed/, ours) },
  {
    name: 'areas-failed',
    as: 'carrier',
    path: '/carrier/areas',
    act: answered(/\/v1\/carrier\/areas/, ours),
  },
  {
    name: 'earnings-failed',
    as: 'carrier',
    path: '/carrier/earnings',
    act: answered(/\/v1\/carrier\/earnings/, ours),
  },
  {
    name: 'account-failed',
    as: 'customer',
    path: '/app/account',
    act: answered(/\/v1\/(payment-methods|wallet|invoices)/, ours),
  },
  {
    name: 'code-refused',
    path: '/app/sign-in',
    act: async ({ page, words: { app } }) => {
      await page.route(/\/v1\/sign-in/, (route) => route.fulfill(tooMany))
      await page.getByRole('textbox', { name: app.signIn.phone }).fill('+34 611 222 333')
      await page.getByRole('button', { name: app.signIn.ask, exact: true }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'crashed',
    as: 'customer',
    path: '/app',
    act: async ({ page, words: { kit } }) => {
      const json = { jobs: [null], next: null }
      await page.route(/\/app\/v1\/jobs\b/, (route) => route.fulfill({ json }))
      await page.reload()
      await page.getByRole('heading', { name: kit.crash.title }).waitFor()
    },
  },
]

/** What the panels show when something is not there or fails. */
export const panelFailures: AdminShot[] = [
  { name: 'admin-job-absent', as: 'owner', path: `/admin/jobs/${newId()}` },
  { name: 'admin-carrier-absent', as: 'owner', path: `/admin/carriers/${newId()}` },
  { name: 'admin-not-found', as: 'owner', path: '/admin/nothing/here' },
  { name: 'admin-today-failed', as: 'owner', path: '/admin', act: answered(/\/v1\/today/, ours) },
  { name: 'admin-jobs-failed', as: 'owner', path: '/admin/jobs', act: answered(/\/v1\/jobs/, ours) },
  { name: 'partner-job-absent', as: 'partnerAdmin', path: `/partner/jobs/${newId()}` },
  {
    name: 'partner-jobs-failed',
    as: 'partnerAdmin',
    path: '/partner/jobs',
    act: answered(/\/v1\/jobs/, ours),
  },
]

import { searchShots } from './search.ts'
import type { Shot } from './shot.ts'
import { carriersTimes } from './times.ts'
import { around } from './words.ts'

/** The carrier's screens, each in its main states. */
export const carrierShots: Shot[] = [
  { name: 'carrier-welcome', path: '/carrier' },
  { name: 'carrier-sign-up', as: 'fresh', path: '/carrier/sign-up' },
  { name: 'carrier-sign-up-you', as: 'fresh', path: '/carrier/sign-up/you' },
  {
    name: 'carrier-sign-up-error',
    as: 'fresh',
    path: '/carrier/sign-up/vehicle',
    act: async ({ page, words: { carrier, steps } }) => {
      await page.getByRole('button', { name: steps.apply, exact: true }).click()
      await page.getByText(carrier.form.sizeMissing).waitFor()
    },
  },
  { name: 'carrier-pending', as: 'pending', path: '/carrier' },
  { name: 'carrier-sign-up-documents', as: 'pending', path: '/carrier/sign-up/documents' },
  { name: 'carrier-sign-up-tax', as: 'pending', path: '/carrier/sign-up/tax-data' },
  { name: 'carrier-sign-up-payouts', as: 'pending', path: '/carrier/sign-up/payouts' },
  {
    name: 'document-error',
    as: 'pending',
    path: '/carrier/sign-up/documents',
    act: async ({ page, words: { documents } }) => {
      await page
        .getByRole('button', { name: around(documents.uploadOf) })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: documents.send, exact: true }).click()
      await dialog.locator('[aria-invalid="true"]').waitFor()
    },
  },
  { name: 'carrier-rejected', as: 'rejected', path: '/carrier' },
  { name: 'feed', as: 'carrier', path: '/carrier' },
  {
    name: 'feed-map',
    as: 'carrier',
    path: '/carrier',
    act: async ({ page, words: { carrier } }) => {
      await page.getByText(carrier.feed.map, { exact: true }).click()
      await page.locator('canvas').waitFor()
    },
  },
  { name: 'feed-empty', as: 'far', path: '/carrier' },
  ...searchShots,
  { name: 'offer', as: 'carrier', path: ({ jobs }) => `/carrier/feed/${jobs.offered}` },
  { name: 'offer-taken', as: 'carrier', path: ({ jobs }) => `/carrier/feed/${jobs.taken}` },
  { name: 'carrier-jobs', as: 'carrier', path: '/carrier/jobs' },
  { name: 'carrier-job-accepted', as: 'carrier', path: ({ jobs }) => `/carrier/jobs/${jobs.accepted}` },
  {
    name: 'give-back',
    as: 'carrier',
    path: ({ jobs }) => `/carrier/jobs/${jobs.accepted}`,
    act: async ({ page, words: { carrier } }) => {
      await page.getByRole('button', { name: carrier.giveBack.open, exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'cannot-collect',
    as: 'carrier',
    path: ({ jobs }) => `/carrier/jobs/${jobs.accepted}`,
    act: async ({ page, words: { carrier } }) => {
      await page.getByRole('button', { name: carrier.trip.open, exact: true }).click()
      await page.getByRole('radio', { name: carrier.trip.kind.customer_absent }).check()
      await page.getByText(carrier.trip.proofHelp).waitFor()
    },
  },
  {
    name: 'breakdown',
    as: 'carrier',
    path: ({ jobs }) => `/carrier/jobs/${jobs.accepted}`,
    act: async ({ page, words: { carrier } }) => {
      await page.getByRole('button', { name: carrier.trip.open, exact: true }).click()
      await page.getByRole('radio', { name: carrier.trip.kind.breakdown }).check()
      await page.getByText(carrier.trip.breakdown).waitFor()
    },
  },
  ...carriersTimes,
  { name: 'trip-reported', as: 'carrier', path: ({ jobs }) => `/carrier/jobs/${jobs.tripReported}` },
  {
    name: 'collect',
    as: 'carrier',
    path: ({ jobs }) => `/carrier/jobs/${jobs.accepted}`,
    act: async ({ page, words: { carrier } }) => {
      await page.getByRole('button', { name: carrier.job.collectedAct, exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'carrier-messages', as: 'carrier', path: ({ jobs }) => `/carrier/jobs/${jobs.collected}#messages` },
  {
    name: 'carrier-messages-none',
    as: 'carrier',
    path: ({ jobs }) => `/carrier/jobs/${jobs.accepted}#messages`,
  },
  { name: 'carrier-job-collected', as: 'carrier', path: ({ jobs }) => `/carrier/jobs/${jobs.collected}` },
  {
    name: 'carrier-sharing-refused',
    as: 'carrier',
    path: ({ jobs }) => `/carrier/jobs/${jobs.collected}`,
    act: async ({ page, words: { way } }) => {
      await page.getByRole('button', { name: way.ask.yes, exact: true }).click()
      await page.getByText(way.denied).waitFor()
    },
  },
  {
    name: 'deliver',
    as: 'carrier',
    path: ({ jobs }) => `/carrier/jobs/${jobs.collected}`,
    act: async ({ page, words: { carrier } }) => {
      await page.getByRole('button', { name: carrier.job.deliveredAct, exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'carrier-job-delivered', as: 'carrier', path: ({ jobs }) => `/carrier/jobs/${jobs.delivered}` },
  { name: 'carrier-job-completed', as: 'carrier', path: ({ jobs }) => `/carrier/jobs/${jobs.completed}` },
  { name: 'earnings', as: 'carrier', path: '/carrier/earnings' },
  { name: 'statement', as: 'carrier', path: ({ pages }) => `/carrier/statements/${pages.statement}` },
  {
    name: 'statement-without-tax-data',
    as: 'rival',
    path: ({ pages }) => `/carrier/statements/${pages.withoutTaxData}`,
  },
  { name: 'profile', as: 'carrier', path: '/carrier/profile' },
  { name: 'delete-account-carrier', as: 'carrier', path: '/app/account/delete' },
]

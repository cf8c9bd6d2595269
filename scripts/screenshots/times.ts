import type { Shot } from './shot.ts'

const proposing =
  (act: 'propose' | 'other' | 'move'): NonNullable<Shot['act']> =>
  async ({ page, words: { time } }) => {
    await page.getByRole('button', { name: time[act], exact: true }).click()
    await page.getByRole('dialog').getByLabel(time.form.day).waitFor()
  }

/** The time of the collection, as the customer sees it. */
export const customersTimes: Shot[] = [
  { name: 'time-asked', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.timeAsked}` },
  { name: 'time-moved', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.timeMoved}` },
  {
    name: 'propose-other-time',
    as: 'customer',
    path: ({ jobs }) => `/app/jobs/${jobs.timeAsked}`,
    act: proposing('other'),
  },
]

/** The time of the collection, as the carrier sees it. */
export const carriersTimes: Shot[] = [
  { name: 'carrier-time-waits', as: 'carrier', path: ({ jobs }) => `/carrier/jobs/${jobs.timeAsked}` },
  { name: 'carrier-time-asked', as: 'carrier', path: ({ jobs }) => `/carrier/jobs/${jobs.timeMoved}` },
  {
    name: 'propose-time',
    as: 'carrier',
    path: ({ jobs }) => `/carrier/jobs/${jobs.accepted}`,
    act: proposing('propose'),
  },
]

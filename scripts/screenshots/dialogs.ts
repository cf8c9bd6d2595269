import { startMyJob } from '#contract/app/customer.ts'
import { order } from '../../test/support/app-drafts.ts'
import type { Shot } from './shot.ts'

const ofAccepted: Pick<Shot, 'as' | 'path'> = {
  as: 'customer',
  path: ({ jobs }) => `/app/jobs/${jobs.accepted}`,
}
const account: Pick<Shot, 'as' | 'path'> = { as: 'customer', path: '/app/account' }

/** Dialogs of the customer's screens. */
export const dialogShots: Shot[] = [
  {
    name: 'pins',
    as: 'customer',
    path: async ({ people }) => {
      const { job_id } = await people.customer.ok(startMyJob, order({ title: 'Caja de libros' }))
      return `/app/jobs/${job_id}`
    },
    act: async ({ page, words: { address } }) => {
      await page.getByRole('button', { name: address.pins.open, exact: true }).click()
      await page.getByRole('dialog').getByText(address.pins.note).waitFor()
    },
  },
  {
    name: 'vehicle-photo',
    ...ofAccepted,
    act: async ({ page, words: { live } }) => {
      await page.getByRole('button', { name: live.who.openVehicle }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'new-card-account',
    ...account,
    act: async ({ page, words: { app, card } }) => {
      await page.getByRole('button', { name: app.pay.addCard, exact: true }).click()
      await page.getByRole('textbox', { name: card.number }).waitFor()
    },
  },
  {
    name: 'remove-card',
    ...account,
    act: async ({ page, words: { account } }) => {
      await page.getByText(account.removeCard, { exact: true }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'top-up',
    ...account,
    act: async ({ page, words: { app } }) => {
      await page.getByRole('button', { name: app.topUp.open, exact: true }).click()
      await page.getByLabel(app.topUp.amount).first().waitFor()
    },
  },
  { name: 'sandbox-bank', as: 'customer', path: '/app/sandbox/confirm?payment=none' },
]

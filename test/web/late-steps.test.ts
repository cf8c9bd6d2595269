import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { cancelMyJob, readMyJob } from '#contract/app/customer.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { collectByHand } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { cut } from '../support/proof-sheets.ts'
import { usualProof } from '../support/proofs.ts'
import { joinAsOwner } from '../support/staff.ts'

/* A collection that arrives after its carrier has lost the job, on the screen of the carrier (decision 87). */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market
const owner = await joinAsOwner(app)

/** Taps "collected" while the server cannot be reached, and lets it arrive after `change`. */
async function collectTooLate(window: AppPage, { job_id }: Deal, change: () => Promise<unknown>) {
  const { page } = window
  await cut(page)
  await window.goto(`/carrier/jobs/${job_id}`)
  await collectByHand(window)
  await page.getByText('Until it has arrived, the customer can still cancel.').waitFor()
  await change()
  await page.unrouteAll()
  await page.reload()
  return page.getByRole('alert', { name: 'This arrived too late' })
}

const reportsOf = async ({ params }: Deal) =>
  (await owner.ok(readJobForStaff, { params })).reports.map(({ kind, status }) => `${kind} ${status}`)

test('decision 87: the customer cancelled first: the carrier reads that the team knows, also after a reload', async () => {
  const deal = await acceptedDeal(market)
  const { customer, params } = deal
  await using window = await openApp(browser, app, { as: deal.carrier })
  const alert = await collectTooLate(window, deal, () =>
    customer.ok(cancelMyJob, { params, body: { fee_cents: 0 } }),
  )
  await alert.getByText('Our team has been told and will be in touch.').waitFor()
  await window.assertAccessible()
  await window.page.reload()
  await alert.getByRole('link').waitFor()
  assert.equal((await customer.ok(readMyJob, { params })).status, 'cancelled')
  assert.deepEqual(await reportsOf(deal), ['late_step open'])
})

test('decision 87: staff moved the job first: its page is gone, and the message with the contact stays', async () => {
  const deal = await acceptedDeal(market)
  await using window = await openApp(browser, app, { as: deal.carrier })
  const next = await market.carrier()
  const to = { jobId: deal.job_id, carrierId: next.accountId, by: byOperator('The van broke down') }
  const needs = { kysely: app.db.kysely, maxOpenJobs: 5, proof: usualProof }
  const alert = await collectTooLate(window, deal, () => reassignJob(needs, to))
  await alert.getByText('If you have the goods, keep them safe and write to us.').waitFor()
  await window.page.reload()
  await window.page.getByText('We cannot find this job').waitFor()
  await alert.getByRole('link').waitFor()
  assert.deepEqual(await reportsOf(deal), ['late_step open'])
})

test('decision 87: without a connection the sheet does not say that the customer cannot cancel', async () => {
  const deal = await acceptedDeal(market)
  await using window = await openApp(browser, app, { as: deal.carrier })
  const { page } = window
  await window.goto(`/carrier/jobs/${deal.job_id}`)
  await page.getByRole('button', { name: 'I have collected it', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Have you collected it?' })
  await dialog.getByText('Once it is sent, the customer cannot cancel.').waitFor()
  await page.context().setOffline(true)
  await dialog.getByText('Until it has arrived, the customer can still cancel.').waitFor()
})

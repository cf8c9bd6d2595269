import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, deliverJob, readCarrier, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import type { Deal } from '../support/deals.ts'
import { loseFirstResponse } from '../support/lost-response.ts'
import { openMarket } from '../support/market.ts'
import { passTime } from '../support/pass-time.ts'
import { readyPayouts } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { assertTold } from '../support/told-money.ts'
import { passHours } from '../support/wasted-trips.ts'
import { agreedWindow, letEndIn } from '../support/window-deals.ts'
import { inDays } from '../support/window-times.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app, partner } = market

test('DESIGN 3, Life: a customer cancels late, pays the fee that was shown, and the carrier sees the share', async () => {
  const ana = await market.person('Ana Ruiz')
  const driver = await market.carrier({ name: 'Lucía Prieto' })
  await readyPayouts(app, driver)
  const { job_id } = await market.accepted(ana, driver)
  await passTime(app.db, '6 minutes')
  await using customer = await openApp(browser, app, { as: ana })
  await using carrier = await openApp(browser, app, { as: driver })
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await carrier.page.getByRole('button', { name: 'I have collected it', exact: true }).waitFor()
  await customer.goto(`/app/jobs/${job_id}`)
  await customer.page.getByRole('button', { name: 'Cancel this job' }).click()
  const dialog = customer.page.getByRole('dialog', { name: 'Cancel this job?' })
  await dialog.getByText('Cancelling costs €25.00 now.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel and pay €25.00' }).click()
  await customer.page.getByText('You cancelled it.').waitFor()

  await carrier.page.getByText('The customer cancelled it.').waitFor()
  assert.equal(
    await carrier.page.getByRole('button', { name: 'I have collected it', exact: true }).count(),
    0,
  )
  await settleMoney(app)
  await customer.page.getByText('A fee of €25.00 was charged; the rest is released.').waitFor()
  await carrier.page.getByText(/^Transferred to your payout account on /).waitFor()
  await carrier.page.getByText('€20.00', { exact: true }).waitFor()
  assert.equal((await partner.read(job_id)).body.status, 'cancelled')
  await assertTold(app, { jobId: job_id, customer: ana }, { charged: 2_500, earned: [[driver, 2_000]] })
  for (const window of [customer, carrier]) {
    await window.assertAccessible()
    window.assertQuiet()
  }
})

type Late = {
  from: string
  says: RegExp
  agree: (deal: Deal) => Promise<unknown>
  end: (deal: Deal, minutes: number) => Promise<unknown>
}

const lates: Late[] = [
  {
    from: 'the acceptance',
    says: / will collect it\. Agree on a time below, or call\.$/,
    agree: async () => {},
    end: (deal, minutes) => passHours(app, deal, minutes > 0 ? minutes / 60 : 24 + minutes / 60),
  },
  {
    from: 'the window that was moved',
    says: / will collect it at the agreed time\.$/,
    async agree(deal) {
      await agreedWindow(deal)
      await agreedWindow(deal, { day: inDays(3) })
    },
    end: (deal, minutes) => letEndIn(app, deal, -60 * (30 + minutes)),
  },
]

for (const { from, says, agree, end } of lates)
  test(`DESIGN 3, Life: no carrier comes: until the deadline from ${from} cancelling costs, after it nothing, also sent later`, async () => {
    const [ana, driver] = [await market.person('Ana Ruiz'), await market.carrier()]
    const { job_id } = await market.accepted(ana, driver)
    const deal = { customer: ana, carrier: driver, job_id, params: { job_id }, total: 0 }
    await agree(deal)
    await end(deal, -2)
    await using customer = await openApp(browser, app, { as: ana })
    await using carrier = await openApp(browser, app, { as: driver })
    await carrier.goto(`/carrier/jobs/${job_id}`)
    await carrier.page.getByText(/^Collect it by .* After that the customer can cancel for free/).waitFor()
    const { page } = customer
    await customer.goto(`/app/jobs/${job_id}`)
    await page
      .getByText(/^The carrier has to collect it by .* After that, cancelling is free again\.$/)
      .waitFor()
    await page.getByText(says).waitFor()
    await page.getByRole('button', { name: 'Cancel this job' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Cancelling costs €25.00 now.').waitFor()

    await end(deal, 2)
    await page.reload()
    await page.getByText(/ has not collected it yet\.$/).waitFor()
    const warning = page.getByRole('alert').filter({ hasText: 'The carrier did not collect it by' })
    await warning.getByRole('button', { name: 'Cancel this job' }).click()
    await dialog.getByText(/^It is free because the carrier did not collect it by /).waitFor()
    await customer.assertAccessible()
    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Cancel for free' }).click()
    await page.getByText('You are offline. The job is cancelled once you are back online').waitFor()
    await page.context().setOffline(false)
    await page.getByText(/^You pay nothing|^You paid nothing/).waitFor()
    await carrier.page.getByText(/It was not collected, so it counts as a strike/).waitFor()
    assert.equal((await driver.ok(readCarrier)).strikes, 1)
    await assertTold(app, { jobId: job_id, customer: ana }, { charged: 0, earned: [[driver, 0]] })
    carrier.assertQuiet()
  })

test('decision 65: a carrier gives a job back, the customer sees it go on, with the line cut, and the next carrier is paid', async () => {
  const ana = await market.person('Ana Ruiz')
  const driver = await market.carrier({ name: 'Lucía Prieto' })
  const { job_id } = await market.accepted(ana, driver)
  await using customer = await openApp(browser, app, { as: ana })
  await using carrier = await openApp(browser, app, { as: driver })
  await customer.goto(`/app/jobs/${job_id}`)
  await customer.page.getByRole('link', { name: 'Call Lucía Prieto' }).waitFor()
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await carrier.page.getByRole('button', { name: 'Drop this job' }).click()
  const dialog = carrier.page.getByRole('dialog', { name: 'Drop this job?' })
  await dialog.getByText('It counts as a strike.').waitFor()
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('The van broke down')
  await customer.page.context().setOffline(true)
  const sentAgain = await loseFirstResponse(carrier, /\/cancel$/)
  await dialog.getByRole('button', { name: 'Drop the job' }).click()
  await carrier.page.getByText('You dropped the job.').waitFor()
  await sentAgain()
  assert.equal((await driver.ok(readCarrier)).strikes, 1)
  await customer.page.context().setOffline(false)

  const { page } = customer
  await page.getByText('The held amount stays held for the same job').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Start it again' }).count(), 0)
  await customer.assertAccessible()
  await page.getByRole('link', { name: 'See the job' }).click()
  await page
    .getByText(/^Your carrier cannot take it, so we offer it to others\. €\d+\.\d\d stay held/)
    .waitFor()
  await page.getByRole('button', { name: 'Cancel this job' }).waitFor()
  await customer.assertAccessible()
  const { successor_id } = await ana.ok(readMyJob, { params: { job_id } })
  const params = { job_id: successor_id ?? '' }
  await carrier.goto('/carrier')
  await carrier.page.getByRole('heading', { name: 'Jobs nearby', level: 1 }).waitFor()
  assert.equal(await carrier.page.getByRole('link', { name: /Three-seat sofa/ }).count(), 0)
  const next = await market.carrier({ name: 'Nora Gil' })
  await next.ok(acceptJob, { params })
  await page.getByRole('link', { name: 'Call Nora Gil' }).waitFor()
  await page.getByRole('link', { name: 'The job before' }).click()
  await page.getByRole('heading', { name: 'We offer it to other carriers' }).waitFor()
  await next.ok(deliverJob, { params, body: {} })
  const { price } = await ana.ok(readMyJob, { params })
  const share = price.total_cents - price.fee_cents
  const earned = [
    [driver, 0],
    [next, share],
  ] as const
  await assertTold(app, { jobId: params.job_id, customer: ana }, { charged: price.total_cents, earned })
  await assertTold(app, { jobId: job_id, customer: ana }, { charged: 0, earned: [[driver, 0]] })
})

test('DESIGN 1, carrier: two carriers open a job, one accepts it, and the page of the other shows that live', async () => {
  const ana = await market.person('Ana Ruiz')
  const [first, second] = [await market.carrier({ name: 'Olga' }), await market.carrier({ name: 'Pau' })]
  const { job_id } = await market.posted(ana, { title: 'Grand piano' })
  await using window = await openApp(browser, app, { as: second })
  await window.goto(`/carrier/feed/${job_id}`)
  await window.page.getByRole('button', { name: /^Accept for €/ }).waitFor()
  await first.ok(acceptJob, { params: { job_id } })
  await window.page.getByText('This job is taken', { exact: true }).waitFor()
  assert.equal(await window.page.getByRole('button', { name: /^Accept for €/ }).count(), 0)
  await window.page.getByRole('link', { name: 'Back to the list' }).click()
  await window.page.getByRole('heading', { name: 'Jobs nearby', level: 1 }).waitFor()
  assert.equal(await window.page.getByRole('link', { name: /Grand piano/ }).count(), 0)
  await window.goto(`/carrier/jobs/${job_id}`)
  await window.page.getByText('We cannot find this job').waitFor()
  const { status } = await second.refused(readCarrierJob, { params: { job_id } })
  assert.equal(status, 404)
  window.assertQuiet()
})

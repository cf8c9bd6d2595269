import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { collectJob, deliverJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { loseFirstResponse } from '../support/lost-response.ts'
import { openMarket } from '../support/market.ts'
import { assertTold } from '../support/told-money.ts'
import { inDays } from '../support/window-times.ts'

/* The time of the collection, in two browsers (decision 69). */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

const time = ({ page }: AppPage) => page.getByRole('region', { name: 'When it is collected' })

/** Proposes a day and hours in the open dialog. */
async function propose({ page }: AppPage, day: string, from: string, to: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Propose a time' })
  await dialog.getByRole('combobox', { name: 'Day', exact: true }).selectOption(day)
  await dialog.getByRole('combobox', { name: 'From' }).selectOption(from)
  await dialog.getByRole('combobox', { name: 'To', exact: true }).selectOption(to)
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('decision 69: wishes are optional and closed, and the way to the payment is as short as before', async () => {
  const ana = await market.person('Ana')
  const { job_id } = await market.draft(ana)
  await using customer = await openApp(browser, app, { as: ana })
  const { page } = customer
  await customer.goto(`/app/jobs/${job_id}`)
  const section = page.getByRole('region', { name: 'When does it suit you?' })
  await section.getByRole('button', { name: 'Choose days' }).click()
  const dialog = page.getByRole('dialog', { name: 'When does it suit you?' })
  await dialog.getByRole('combobox', { name: 'Day', exact: true }).selectOption(inDays(2))
  await dialog.getByRole('button', { name: 'Add a time' }).click()
  await dialog.getByRole('combobox', { name: 'Part of the day' }).nth(1).selectOption('evening')
  await customer.assertAccessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await section
    .getByRole('list', { name: 'Wished times' })
    .getByText(/evening 18–21/)
    .waitFor()
  assert.equal(await page.getByRole('button', { name: /^Pay/ }).count(), 1)
  await customer.assertAccessible()
  customer.assertQuiet()
})

test('decision 69: carrier and customer agree on a time and move it, with the line cut, both live; the delivery is paid', async () => {
  const [ana, lucia] = [await market.person('Ana'), await market.carrier({ name: 'Lucía' })]
  const { job_id } = await market.accepted(ana, lucia)
  await using customer = await openApp(browser, app, { as: ana })
  await using carrier = await openApp(browser, app, { as: lucia })
  await customer.goto(`/app/jobs/${job_id}`)
  await carrier.goto(`/carrier/jobs/${job_id}`)

  await time(carrier).getByRole('button', { name: 'Propose a time' }).click()
  await carrier.page.getByRole('combobox', { name: 'From' }).waitFor()
  await carrier.page.context().setOffline(true)
  await propose(carrier, inDays(2), '10:00', '12:00')
  await time(carrier).getByText('This is saved on this device and will be sent.').waitFor()
  await time(customer).getByText('No time is agreed yet.', { exact: false }).waitFor()
  await carrier.page.context().setOffline(false)

  await time(customer)
    .getByText(/The carrier proposes .*10:00–12:00/)
    .waitFor()
  await time(customer).getByRole('button', { name: 'Propose another time' }).click()
  await propose(customer, inDays(3), '16:00', '18:00')
  await time(carrier)
    .getByText(/The customer proposes .*16:00–18:00/)
    .waitFor()
  await carrier.assertAccessible()
  await time(carrier).getByRole('button', { name: 'Agree', exact: true }).click()
  for (const side of [carrier, customer])
    await time(side)
      .getByText(/Agreed: .*16:00–18:00/)
      .waitFor()

  await customer.page.getByText('Lucía will collect it at the agreed time.').waitFor()
  await time(customer).getByRole('button', { name: 'Move the time' }).click()
  await propose(customer, inDays(4), '09:00', '11:00')
  await time(carrier).getByText('Until you both agree, the agreed time counts.').waitFor()
  const sentAgain = await loseFirstResponse(carrier, /\/agreement$/)
  await time(carrier).getByRole('button', { name: 'Agree', exact: true }).click()
  for (const side of [carrier, customer]) {
    await time(side)
      .getByText(/Agreed: .*09:00–11:00/)
      .waitFor()
    await side.assertAccessible()
  }
  await sentAgain()
  customer.assertQuiet()
  const params = { job_id }
  await lucia.ok(collectJob, { params })
  await lucia.ok(deliverJob, { params, body: {} })
  const { total_cents: charged, fee_cents: fee } = (await ana.ok(readMyJob, { params })).price
  await assertTold(app, { jobId: job_id, customer: ana }, { charged, earned: [[lucia, charged - fee]] })
})

test('decision 69: on the Canary Islands both see the time of the islands, with its name', async () => {
  const [ana, lucia] = [await market.person('Ana'), await market.carrier({ name: 'Lucía' })]
  const { job_id } = await market.accepted(ana, lucia)
  await app.db.pool.query(
    `update job set pickup = pickup || '{"provinceCode": "35", "postcode": "35001"}' where id = $1`,
    [job_id],
  )
  await using carrier = await openApp(browser, app, { as: lucia, context: { timezoneId: 'Europe/Madrid' } })
  await carrier.goto(`/carrier/jobs/${job_id}`)
  await time(carrier).getByRole('button', { name: 'Propose a time' }).click()
  await carrier.page.getByText('In the time of the pickup: Canary Islands time.', { exact: false }).waitFor()
  await propose(carrier, inDays(2), '10:00', '12:00')
  await time(carrier)
    .getByText(/10:00–12:00 \(Canary Islands time\)/)
    .waitFor()
})

test('decision 69: the feed shows wishes, and a day leaves out the jobs that do not suit', async () => {
  const [ana, lucia] = [await market.person('Ana'), await market.carrier({ name: 'Lucía' })]
  const { job_id } = await market.posted(ana, { title: 'Piano' })
  await app.db.pool.query(
    `insert into job_wish (job_id, position, day, part, starts_at, ends_at)
     values ($1, 1, $2, 'morning', now() + interval '2 days', now() + interval '2 days 5 hours')`,
    [job_id, inDays(2)],
  )
  await using carrier = await openApp(browser, app, { as: lucia })
  await carrier.goto('/carrier')
  const piano = carrier.page.getByRole('link', { name: /Piano.*morning/ })
  await piano.waitFor()
  await carrier.assertAccessible()
  const choose = async (day: string) => {
    await carrier.page.getByRole('button', { name: 'Filters', exact: true }).click()
    const dialog = carrier.page.getByRole('dialog', { name: 'Filter the jobs' })
    await dialog.getByRole('combobox', { name: 'Day', exact: true }).selectOption(day)
    await dialog.getByRole('button', { name: 'Show the jobs' }).click()
  }
  await choose(inDays(5))
  await piano.waitFor({ state: 'detached' })
  await choose(inDays(2))
  await piano.waitFor()
  carrier.assertQuiet()
})

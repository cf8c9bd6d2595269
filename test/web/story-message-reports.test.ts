import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { messageBody, sentBy } from '../support/message-scenes.ts'

/* A person reports a message of the other side, in the app (decision 71). */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

const talk = ({ page }: AppPage) => page.getByRole('region', { name: 'Messages' })
const log = ({ page }: AppPage) => page.getByRole('dialog').getByRole('group', { name: 'Messages' })

test('decision 71: a message is reported with a keyboard alone, and the thread with the team is there', async () => {
  const [ana, lucia] = [await market.person('Ana'), await market.carrier({ name: 'Lucía' })]
  const { job_id } = await market.accepted(ana, lucia)
  const params = { job_id }
  await sentBy(ana, { params }, messageBody('Second floor'))
  await sentBy(lucia, { params }, messageBody('Pay me 50 in cash'))
  await using customer = await openApp(browser, app, { as: ana, desk: true })
  const { page } = customer
  await customer.goto(`/app/jobs/${job_id}#messages`)
  await log(customer).getByText('Pay me 50 in cash').waitFor()
  await customer.assertAccessible()
  const flag = log(customer).getByRole('button', { name: /^Report this message, / })
  assert.equal(await flag.count(), 1, 'not of an own message')
  await flag.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this message' })
  await dialog.getByRole('blockquote').getByText('Pay me 50 in cash').waitFor()
  await dialog.getByRole('radio', { name: 'It is rude or threatening' }).and(page.locator(':focus')).waitFor()
  await customer.assertAccessible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await flag.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await dialog.getByText('Choose one.').waitFor()
  await customer.assertAccessible()
  await page.keyboard.press('Space')
  await dialog
    .getByRole('radio', { name: 'It is rude or threatening' })
    .and(page.locator(':checked'))
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Thank you. Our team looks at it and answers you here.').waitFor()
  await page.getByRole('dialog', { name: 'Our team' }).waitFor()
  await log(customer).getByText('I report a message: it asks to pay outside of the app.').waitFor()
  await page.getByRole('textbox', { name: 'Your message' }).fill('In the flat, too')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await log(customer).getByText('In the flat, too').waitFor()
  await page.keyboard.press('Escape')
  await talk(customer).getByRole('button', { name: 'Message Lucía' }).click()
  await log(customer).getByText('You have reported this message.').waitFor()
  assert.equal(await flag.count(), 0)
  await customer.assertAccessible()

  await using carrier = await openApp(browser, app, { as: lucia })
  await carrier.goto(`/carrier/jobs/${job_id}#messages`)
  await log(carrier).getByText('Pay me 50 in cash').waitFor()
  assert.equal(await carrier.page.getByText(/reported|our team$/i).count(), 0)
  assert.equal(await carrier.page.getByRole('button', { name: 'Write to our team' }).count(), 0)
  customer.assertQuiet()
})

test('decision 71: a report says why it is refused, and without a connection it is sent later', async () => {
  const deal = await completedDeal(market)
  await sentBy(deal.carrier, deal, messageBody('You idiot'))
  const endedAgo = (span: string) =>
    app.db.pool.query('update job set completed_at = now() - $2::interval where id = $1', [deal.job_id, span])
  await using customer = await openApp(browser, app, { as: deal.customer })
  const { page } = customer
  await customer.goto(`/app/jobs/${deal.job_id}#messages`)
  const flag = log(customer).getByRole('button', { name: /^Report this message, / })
  await flag.click()
  const dialog = page.getByRole('dialog', { name: 'Report this message' })
  await dialog.getByRole('radio', { name: 'Something else' }).check()
  await endedAgo('8 days')
  const send = dialog.getByRole('button', { name: 'Send report' })
  await send.click()
  await dialog.getByRole('alert').getByText('This conversation has ended', { exact: false }).waitFor()
  await customer.assertAccessible()
  await endedAgo('1 minute')
  await page.context().setOffline(true)
  await send.click()
  await page.getByText('You are offline. Your report is sent once you are back online.').waitFor()
  await log(customer).getByText('You idiot').waitFor()
  await page.context().setOffline(false)
  await log(customer).getByText('You have reported this message.').waitFor()
  assert.equal(
    await page.getByRole('dialog', { name: 'Our team' }).count(),
    0,
    'the thread does not change by itself',
  )
})

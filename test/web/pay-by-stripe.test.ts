import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { changeMe } from '#contract/app/account.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { listPaymentMethods } from '#contract/app/payments.ts'
import { type AppPageOptions, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openStripeMarket } from '../support/stripe-market.ts'
import { playStripe, stripeNumbers } from '../support/stripe-page.ts'
import { until } from '../support/until.ts'

// Decision 75, with the script of Stripe played by a file of the tests: paying is one tap in the sheet.
const key = 'pk_test_FakeStripeOfTheTests'
const { market, fake, ...stripeMarket } = await openStripeMarket({ STRIPE_PUBLISHABLE_KEY: key })
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await stripeMarket[Symbol.asyncDispose]()
})

type Options = Pick<AppPageOptions, 'language' | 'colours' | 'desk'> & {
  name?: string | null
  opens?: boolean
}

/** A customer on the review of a draft; `openSheet` opens the sheet. */
async function reviewing({ name = 'Ana Ruiz', ...options }: Options = {}) {
  const customer = await market.person()
  if (name) await customer.ok(changeMe, { body: { name } })
  const { job_id } = await market.draft(customer)
  const window = await openApp(browser, market.app, { as: customer, ...options })
  const { page } = window
  const stripe = await playStripe(page, fake)
  const words = options.language === 'es' ? spanish : english
  await window.goto(`/app/jobs/${job_id}`)
  const sheet = page.getByRole('dialog').first()
  const payButton = sheet.getByRole('button', { name: words.pay })
  const openSheet = () => page.getByRole('button', { name: words.pay }).click()
  const number = sheet.getByRole('textbox', { name: words.number })
  return {
    window,
    page,
    stripe,
    sheet,
    openSheet,
    number,
    type: (card: string) => number.fill(card),
    pay: () => payButton.click(),
    published: () => page.getByRole('heading', { name: words.published, level: 1 }).waitFor(),
    cards: async () => (await customer.ok(listPaymentMethods)).methods.length,
    status: async () => (await customer.ok(readMyJob, { params: { job_id } })).status,
    [Symbol.asyncDispose]: window[Symbol.asyncDispose],
  }
}

const english = {
  pay: /^Pay .* and publish$/,
  number: 'Number at Stripe',
  published: 'Your job is published',
}
const spanish = {
  pay: /^Pagar .* y publicar$/,
  number: 'Número en Stripe',
  published: 'Tu encargo está publicado',
}
const loaded = (page: Page, file: string) =>
  page.evaluate<boolean>(
    `performance.getEntriesByType('resource').some(({ name }) => name.includes('${file}'))`,
  )
const holds = () => fake.books().intents.length

test('the review asks no other host; the sheet loads the script of Stripe once, and no policy is broken', async () => {
  await using tab = await reviewing()
  const { page, stripe, openSheet, number, sheet, window } = tab
  const broken: string[] = []
  page.on(
    'console',
    (message) => /Content Security Policy/i.test(message.text()) && broken.push(message.text()),
  )
  await page.getByRole('heading', { name: 'Review and publish', level: 1 }).waitFor()
  // Our own file of the form is loaded ahead, and nothing of Stripe's.
  await until('the form is loaded', () => loaded(page, 'stripe-fields'))
  assert.deepEqual(stripe.asked, [])
  await openSheet()
  await number.waitFor()
  await window.assertAccessible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await openSheet()
  await number.waitFor()
  assert.deepEqual(stripe.asked, ['https://js.stripe.com'])
  assert.equal(await page.locator('body').getAttribute('data-stripe'), `${key} en`)
  assert.deepEqual(broken, [])
})

test('one tap saves the card and publishes, with one hold', async () => {
  await using tab = await reviewing()
  const { openSheet, type, pay, published, cards } = tab
  const before = holds()
  await openSheet()
  await type(stripeNumbers.ok)
  await pay()
  await published()
  assert.deepEqual([await cards(), holds() - before], [1, 1])
})

test('in Spanish and in the dark: a wrong field and a refused card say so, and the next card publishes', async () => {
  await using tab = await reviewing({
    language: 'es',
    colours: 'dark',
  })
  const { page, openSheet, type, pay, published, sheet, window, stripe } = tab
  await openSheet()
  await type('42')
  await pay()
  await sheet.getByText('El número de tu tarjeta está incompleto.').waitFor()
  assert.equal(stripe.asked.length, 1)
  await type(stripeNumbers.refused)
  await pay()
  await sheet.getByRole('alert').getByText('Se ha rechazado tu tarjeta.').waitFor()
  await window.assertAccessible()
  assert.equal(await page.locator('body').getAttribute('data-theme'), 'night')
  await type(stripeNumbers.ok)
  await pay()
  await published()
})

test('a card whose hold is refused says why, and no sentence says that it is saved; another card publishes', async () => {
  await using tab = await reviewing()
  const { openSheet, type, pay, published, sheet, page } = tab
  await openSheet()
  await type(stripeNumbers.declined)
  await pay()
  await sheet.getByRole('alert').getByText('Your bank declined it').waitFor()
  assert.equal(await page.getByText('Your card is saved.').count(), 0)
  await sheet.getByRole('radio', { name: /^Another card/ }).click()
  await type(stripeNumbers.ok)
  assert.equal(await sheet.getByText('Your bank declined it').count(), 0)
  await pay()
  await published()
})

test('a card that asks 3-D Secure is confirmed in a dialog of Stripe, refused there or approved', async () => {
  await using tab = await reviewing()
  const { page, openSheet, type, pay, published, sheet } = tab
  await openSheet()
  await type(stripeNumbers.asks)
  await pay()
  const bank = page.getByRole('dialog', { name: '3-D Secure' })
  await bank.getByRole('button', { name: 'Refuse' }).click()
  await sheet.getByRole('alert').getByText('not_confirmed').waitFor()
  await pay()
  await bank.getByRole('button', { name: 'Approve' }).click()
  await published()
})

test('when the answer to the confirmation is lost, the server asks Stripe, and the payment goes on once', async () => {
  await using tab = await reviewing()
  const { openSheet, type, pay, published, cards, stripe } = tab
  const before = holds()
  await openSheet()
  await type(stripeNumbers.ok)
  stripe.loseNext()
  await pay()
  await published()
  assert.deepEqual([await cards(), holds() - before], [1, 1])
})

test('a reload while the bank asks keeps the draft; the card is typed again in the same attempt', async () => {
  await using tab = await reviewing()
  const { page, openSheet, type, pay, published, cards } = tab
  const attempts = fake.askedFor('card_intent').length
  await openSheet()
  await type(stripeNumbers.asks)
  await pay()
  await page.getByRole('dialog', { name: '3-D Secure' }).waitFor()
  await page.reload()
  await openSheet()
  await type(stripeNumbers.ok)
  await pay()
  await published()
  const keys = fake
    .askedFor('card_intent')
    .slice(attempts)
    .map((asked) => asked.key)
  assert.deepEqual([await cards(), keys.length, new Set(keys).size], [1, 2, 1])
})

test('a card that was saved before the line broke is shown, and not paid with before the customer has seen it', async () => {
  await using tab = await reviewing()
  const { page, openSheet, type, pay, published, cards, sheet } = tab
  const before = holds()
  await openSheet()
  await type(stripeNumbers.ok)
  // Our server answers no read of the attempt, so the page does not learn that the card was saved.
  await page.route('**/app/v1/card-setups/*', (route) => route.abort())
  await pay()
  await sheet.getByRole('alert').waitFor()
  await page.unroute('**/app/v1/card-setups/*')
  await type(stripeNumbers.declined)
  await pay()
  await sheet.getByText('This card was saved already.').waitFor()
  assert.ok(await sheet.getByRole('radio', { name: /^Visa ending in/ }).isChecked())
  assert.deepEqual([await cards(), holds()], [1, before])
  await pay()
  await published()
})

test('a double tap is one card and one hold', async () => {
  await using tab = await reviewing()
  const { openSheet, type, published, cards, sheet } = tab
  const before = holds()
  await openSheet()
  await type(stripeNumbers.ok)
  await sheet.getByRole('button', { name: english.pay }).dblclick()
  await published()
  assert.deepEqual([await cards(), holds() - before], [1, 1])
})

test('Apple Pay: closed, it changes nothing; confirmed, it publishes with one tap', async () => {
  await using tab = await reviewing()
  const { page, openSheet, published, sheet, status, cards } = tab
  await openSheet()
  const applePay = sheet.getByRole('button', { name: 'Pay with Apple Pay' })
  await applePay.click()
  const wallet = page.getByRole('dialog', { name: 'Apple Pay' })
  await wallet.getByRole('button', { name: 'Close the wallet' }).click()
  assert.deepEqual([await status(), await cards()], ['draft', 0])
  await applePay.click()
  await wallet.getByRole('button', { name: 'Confirm in the wallet' }).click()
  await published()
})

test('Apple Pay: a refused card tells the wallet and the page; without a name it does not open', async () => {
  await using tab = await reviewing({ name: null })
  const { page, openSheet, published, sheet, stripe } = tab
  await openSheet()
  const applePay = sheet.getByRole('button', { name: 'Pay with Apple Pay' })
  await applePay.click()
  await sheet.getByText('Enter your name').waitFor()
  const wallet = () => page.locator('body').getAttribute('data-wallet')
  assert.equal(await wallet(), 'rejected')
  await sheet.getByRole('textbox', { name: 'Your name' }).fill('Ana Ruiz')
  stripe.wallet.does = 'refused'
  const confirm = page.getByRole('button', { name: 'Confirm in the wallet' })
  await applePay.click()
  await confirm.click()
  await sheet.getByRole('alert').getByText('Your card was declined.').waitFor()
  assert.equal(await wallet(), 'failed')
  stripe.wallet.does = 'ok'
  await applePay.click()
  await confirm.click()
  await published()
})

test('a script that is blocked leaves a way: it is loaded again, or the page of Stripe takes the card', async () => {
  await using tab = await reviewing()
  const { page, openSheet, number, sheet, stripe, window } = tab
  stripe.script.isBlocked = true
  await openSheet()
  await sheet.getByRole('alert').getByText('The card fields could not be loaded.').waitFor()
  await window.assertAccessible()
  stripe.script.isBlocked = false
  await sheet.getByRole('button', { name: 'Try again' }).click()
  await number.waitFor()
  stripe.script.isBlocked = true
  await page.reload()
  await openSheet()
  await sheet.getByRole('button', { name: 'Add a card' }).click()
  // Stripe's page returns to the public URL of the server, which is not this test's.
  const returned = page.waitForEvent('requestfailed', (request) =>
    request.url().startsWith('http://dray.test/'),
  )
  await page.getByRole('button', { name: 'Approve' }).click()
  const { pathname, search } = new URL((await returned).url())
  await page.waitForURL('chrome-error:**')
  await page.goto(`${market.app.url}${pathname}${search}`)
  await sheet.getByText('Your card is saved.').waitFor()
})

test('in the account a card is saved in the same fields, with the keyboard alone', async () => {
  const customer = await market.person('Ana Ruiz')
  await using window = await openApp(browser, market.app, { as: customer, desk: true })
  const { page } = window
  await playStripe(page, fake)
  await window.goto('/app/account')
  await page.getByRole('button', { name: 'Add a card' }).press('Enter')
  await page.getByRole('textbox', { name: 'Number at Stripe' }).focus()
  await page.keyboard.type(stripeNumbers.ok)
  await page.getByRole('button', { name: 'Save card' }).press('Enter')
  await page.getByRole('button', { name: /^Remove the card ending in/ }).waitFor()
})

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { changeMe } from '#contract/app/account.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { listPaymentMethods } from '#contract/app/payments.ts'
import { type AppPageOptions, openApp } from '../support/app-page.ts'
import { typeTestCard } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'

// Decision 75 with play money: the fields and the wallet of the sandbox are in the sheet.
const market = await openMarket()
const { app } = market
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})

const good = '4242 4242 4242 4242'
const pay = /^(Pay .* and publish|Pagar .* y publicar)$/

async function draftOf(customer: Person): Promise<string> {
  await customer.ok(changeMe, { body: { name: 'Ana Ruiz' } })
  return (await market.draft(customer)).job_id
}

/** The open sheet of a draft. */
async function sheetOf(customer: Person, jobId: string, options: AppPageOptions = {}) {
  const window = await openApp(browser, app, { as: customer, ...options })
  const { page } = window
  await window.goto(`/app/jobs/${jobId}`)
  await page.getByRole('button', { name: pay }).click()
  const sheet = page.getByRole('dialog').first()
  const act = sheet.getByRole('button', { name: pay })
  return {
    window,
    page,
    sheet,
    act,
    typeCard: (number: string) => typeTestCard(window, number),
    published: () => page.getByRole('heading', { level: 1, name: /is published|está publicado/ }).waitFor(),
    [Symbol.asyncDispose]: window[Symbol.asyncDispose],
  }
}

async function opened(options: AppPageOptions = {}) {
  const customer = await market.person()
  const jobId = await draftOf(customer)
  return { customer, jobId, ...(await sheetOf(customer, jobId, options)) }
}

const countOf = async (customer: Person) => (await customer.ok(listPaymentMethods)).methods.length
const paymentsOf = async (jobId: string) =>
  (await app.db.pool.query('select 1 from payment where job_id = $1', [jobId])).rowCount

const wrong = {
  en: {
    fields: ['Card number', 'Expiry date', 'Security code'] as const,
    empty: ['Enter the card number.', 'Enter the expiry date.', 'Enter the security code.'],
    cases: [
      [0, '4242 4242 4242 4241', 'This card number is not valid. Check the digits.'],
      [0, '4111 1111 1111 1111', 'Only test cards work here. Choose one below.'],
      [1, '13/30', 'Enter month and year, such as 08/29.'],
      [1, '01/25', 'This card has expired.'],
      [2, '12', 'Enter the 3 digits on the card.'],
    ] as const,
  },
  es: {
    fields: ['Número de tarjeta', 'Fecha de caducidad', 'Código de seguridad'] as const,
    empty: [
      'Escribe el número de la tarjeta.',
      'Escribe la fecha de caducidad.',
      'Escribe el código de seguridad.',
    ],
    cases: [
      [0, '4242 4242 4242 4241', 'Este número de tarjeta no es válido. Revisa las cifras.'],
      [0, '4111 1111 1111 1111', 'Aquí solo sirven las tarjetas de prueba. Elige una de abajo.'],
      [1, '13/30', 'Escribe el mes y el año, como 08/29.'],
      [1, '01/25', 'Esta tarjeta ha caducado.'],
      [2, '12', 'Escribe las 3 cifras de la tarjeta.'],
    ] as const,
  },
}

for (const [language, colours] of [
  ['en', 'light'],
  ['es', 'dark'],
] as const)
  test(`each bad field says what is wrong and is focused; nothing is sent (${language}, ${colours})`, async () => {
    await using tab = await opened({ language, colours })
    const { page, sheet, act, window } = tab
    const { fields, empty, cases } = wrong[language]
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const field = (index: number) => sheet.getByRole('textbox', { name: fields[index] ?? '' })
    await act.click()
    for (const words of empty) await sheet.getByText(words).waitFor()
    await window.assertAccessible()
    for (const [index, typed, words] of cases) {
      for (const [each, value] of [good, '12/34', '123'].entries())
        await field(each).fill(each === index ? typed : value)
      await act.click()
      await sheet.getByText(words).waitFor()
      assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-invalid")'), 'true', words)
    }
    assert.deepEqual(sent, [])
  })

test('the number is grouped as on the card, the date gets its slash, and the brand is named', async () => {
  await using tab = await opened()
  const { sheet } = tab
  const number = sheet.getByRole('textbox', { name: 'Card number' })
  await number.pressSequentially('378282246310005')
  assert.equal(await number.inputValue(), '3782 822463 10005')
  await sheet.locator('.app-card-fields').getByText('AMEX', { exact: true }).waitFor()
  const expiry = sheet.getByRole('textbox', { name: 'Expiry date' })
  await expiry.pressSequentially('934')
  assert.equal(await expiry.inputValue(), '09/34')
})

test('the whole sheet works with the keyboard: a test card is chosen, and Enter in a field pays', async () => {
  await using tab = await opened({ desk: true })
  const { page, sheet, published, window } = tab
  await sheet.getByText('Test cards').click()
  await sheet.getByRole('button', { name: /5555 5555 5555 4444/ }).press('Enter')
  await window.assertAccessible()
  await sheet.getByRole('textbox', { name: 'Security code' }).press('Enter')
  await published()
  await page.getByRole('button', { name: 'See my job' }).waitFor()
})

test('a double tap, and a tap in each of two tabs, are one hold', async () => {
  await using first = await opened()
  const { customer, jobId } = first
  await using second = await sheetOf(customer, jobId)
  for (const tab of [first, second]) await tab.typeCard(good)
  await Promise.all([first.act.dblclick(), second.act.click()])
  // One tab has paid, either of them; the other follows its job.
  await Promise.any([first.published(), second.published()])
  for (const { page } of [first, second])
    await page
      .getByText(/published/i)
      .first()
      .waitFor()
  const { status } = await customer.ok(readMyJob, { params: { job_id: jobId } })
  assert.equal(status, 'posted')
  const { rows } = await app.db.pool.query(
    `select count(*)::int as held from payment where job_id = $1 and held_at is not null`,
    [jobId],
  )
  assert.equal(rows[0]?.held, 1)
})

test('when the answer of the processor is lost, the server is asked and the payment goes on', async () => {
  await using tab = await opened()
  const { page, typeCard, act, published, customer, jobId } = tab
  await typeCard(good)
  await page.route('**/app/v1/sandbox/card-setups/*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await act.click()
  await published()
  assert.deepEqual([await countOf(customer), await paymentsOf(jobId)], [1, 1])
})

test('without a line in the middle the sheet says so, keeps what was typed, and goes on with one card', async () => {
  await using tab = await opened()
  const { page, sheet, typeCard, act, published, customer, jobId } = tab
  await typeCard(good)
  let isCut = true
  await page.route('**/app/v1/**/card-setups/*', (route) => (isCut ? route.abort() : route.continue()))
  await page.route('**/app/v1/card-setups/*', (route) => (isCut ? route.abort() : route.continue()))
  await act.click()
  await sheet.getByRole('alert').getByText('We could not reach the server.').waitFor()
  assert.equal(await sheet.getByRole('textbox', { name: 'Card number' }).inputValue(), good)
  isCut = false
  await act.click()
  await published()
  assert.deepEqual([await countOf(customer), await paymentsOf(jobId)], [1, 1])
})

test('a reload after the card was saved offers the saved card, and one tap pays with it', async () => {
  await using tab = await opened()
  const { page, sheet, typeCard, act, published, customer } = tab
  await typeCard(good)
  await page.route('**/publish', () => {})
  await act.click()
  await page.waitForRequest('**/publish')
  // Only after the reload: a request that waits goes on when its route is gone.
  await page.reload()
  await page.unroute('**/publish')
  await page.getByRole('button', { name: pay }).click()
  assert.ok(await sheet.getByRole('radio', { name: /^Visa ending in 4242/ }).isChecked())
  await act.click()
  await published()
  assert.equal(await countOf(customer), 1)
})

test('a refused card takes the sentence "saved" away (fault 20)', async () => {
  const customer = await market.person()
  const jobId = await draftOf(customer)
  const card = await saveCard(customer, 'declined')
  const { rows } = await app.db.pool.query('select id from card_setup where method_id = $1', [card])
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${jobId}?card_setup=${rows[0]?.id}`)
  const sheet = page.getByRole('dialog')
  const saved = sheet.getByText('Your card is saved.')
  await saved.waitFor()
  await sheet.getByRole('button', { name: pay }).click()
  await sheet.getByRole('alert').getByText('Your bank declined it').waitFor()
  assert.equal(await saved.count(), 0)
  await page.reload()
  await sheet.getByRole('alert').getByText('Your bank declined it').waitFor()
  assert.equal(await saved.count(), 0)
})

test('the test wallet: cancelled, it changes nothing; a refused card says so; confirmed, it publishes', async () => {
  await using tab = await opened()
  const { page, sheet, published, customer, jobId, window } = tab
  const wallet = page.getByRole('dialog', { name: 'Test Pay' })
  const open = () => sheet.getByRole('button', { name: 'Pay with Test Pay' }).click()
  await open()
  await window.assertAccessible()
  await wallet.getByRole('button', { name: 'Cancel' }).click()
  await wallet.waitFor({ state: 'detached' })
  assert.deepEqual([await countOf(customer), await paymentsOf(jobId)], [0, 0])
  await open()
  await wallet.getByRole('combobox', { name: 'Card' }).selectOption('4000000000009995')
  await wallet.getByRole('button', { name: 'Confirm' }).click()
  await sheet.getByRole('alert').getByText('There is not enough money on the card').waitFor()
  await sheet.getByRole('radio', { name: /^Another card/ }).click()
  await open()
  await wallet.getByRole('button', { name: 'Confirm' }).click()
  await published()
})

test('a customer without a name is asked for it before the wallet opens', async () => {
  const customer = await market.person()
  const { job_id } = await market.draft(customer)
  await using tab = await sheetOf(customer, job_id)
  await tab.sheet.getByRole('button', { name: 'Pay with Test Pay' }).click()
  await tab.sheet.getByText('Enter your name').waitFor()
  assert.equal(await tab.page.getByRole('dialog', { name: 'Test Pay' }).count(), 0)
})

test('a test job is paid with cards of the sandbox, which are asked for with the job', async () => {
  const customer = await market.person()
  await customer.ok(changeMe, { body: { name: 'Ana Ruiz' } })
  const partner = await app.partner({ mode: 'test' })
  const { job_id } = await market.draft(customer, {}, partner)
  await using window = await openApp(browser, app, { as: customer })
  const asked = window.page.waitForRequest(`**/payment-methods?job_id=${job_id}`)
  await window.goto(`/app/jobs/${job_id}`)
  await asked
  await window.page.getByRole('button', { name: pay }).click()
  await typeTestCard(window, good)
  const started = window.page.waitForRequest((request) => request.url().endsWith('/card-setups'))
  await window.page.getByRole('dialog').getByRole('button', { name: pay }).click()
  assert.equal((await started).postDataJSON().job_id, job_id)
  await window.page.getByRole('heading', { name: 'Your job is published', level: 1 }).waitFor()
})

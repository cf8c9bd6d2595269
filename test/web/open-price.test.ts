import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { listMyJobs, readMyJob } from '#contract/app/customer.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { signInByPhone } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { signIn } from '../support/person.ts'

/* Decision 79, in the browser: the price before the account, completed addresses, pins, and what carriers read. */

const app = await startDray()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const fillTrip = async ({ page }: AppPage) => {
  await page.getByRole('radio', { name: /^Medium/ }).click()
  await page.getByRole('textbox', { name: 'In a few words' }).fill('Washing machine')
  const addresses = page.getByRole('combobox', { name: 'Address' })
  await addresses.first().fill('Calle Mayor 10, 28013 Madrid')
  await addresses.last().fill('Plaza Mayor 1, 40001 Segovia')
}

const shownPrice = ({ page }: AppPage) => page.getByRole('status').getByText(/^€\d+\.\d\d$/)

test('the price is shown without an account, the form goes on after the sign-in, and the draft costs the same', async () => {
  await using window = await openApp(browser, app)
  const { page } = window
  await window.goto('/app/start')
  await page.getByText('You need no account for that.').waitFor()
  await fillTrip(window)
  const shown = await shownPrice(window).innerText()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Sign in and go on' }).click()
  await signInByPhone(window, app, newPhone())
  await page.getByRole('heading', { name: 'New job', level: 1 }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'In a few words' }).inputValue(), 'Washing machine')
  assert.equal(await shownPrice(window).innerText(), shown)
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await page.getByRole('button', { name: `Pay ${shown} and publish` }).waitFor()
  assert.equal(await page.getByText('The price has changed').count(), 0)
  window.assertQuiet()
})

test('a price that is another than the one shown says by how much and why', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await page.route('**/app/v1/estimate', async (route) => {
    const answer = await route.fetch()
    const estimate = await answer.json()
    estimate.price.total_cents -= 100
    await route.fulfill({ response: answer, json: estimate })
  })
  await window.goto('/app/start')
  await fillTrip(window)
  await shownPrice(window).waitFor()
  await page.getByRole('button', { name: 'Review and pay' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'The price has changed' })
  await alert.getByText(/^It is now €\d+\.\d\d instead of €\d+\.\d\d: the prices have changed/).waitFor()
  await window.assertAccessible()
})

test('what is changed after the price was shown makes no price that has changed', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app/start')
  await fillTrip(window)
  const shown = await shownPrice(window).innerText()
  // The price of the larger size is not known yet.
  await page.route('**/app/v1/estimate', () => {})
  await page.getByRole('radio', { name: /^Large/ }).click()
  await page.getByRole('button', { name: 'Review and pay' }).click()
  const pay = page.getByRole('button', { name: /^Pay .* and publish$/ })
  assert.ok(!(await pay.innerText()).includes(shown))
  assert.equal(await page.getByText('The price has changed').count(), 0)
})

test('too many prices are told with the wait, and the form keeps what was written', async () => {
  await using window = await openApp(browser, app)
  const { page } = window
  await page.route('**/app/v1/price', (route) =>
    route.fulfill({
      status: 429,
      json: { error: 'rate_limit_exceeded', message: 'Try again in 12 min.', retry_after_seconds: 720 },
    }),
  )
  await window.goto('/app/start')
  await fillTrip(window)
  await page.getByText('Try again in 12 min.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'In a few words' }).inputValue(), 'Washing machine')
})

test('an address is completed by keys alone, as a combobox with a list', async () => {
  await using window = await openApp(browser, app, { desk: true })
  const { page } = window
  await window.goto('/app/start')
  const field = page.getByRole('combobox', { name: 'Address' }).first()
  await field.focus()
  await page.keyboard.type('Calle Toledo 5, Getaf')
  const list = page.getByRole('listbox', { name: 'Suggested addresses' })
  await list.waitFor()
  assert.equal(await field.getAttribute('aria-expanded'), 'true')
  await page
    .getByRole('status')
    .getByText(/^1 suggestion\./)
    .waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  const option = list.getByRole('option', { selected: true })
  assert.equal(await field.getAttribute('aria-activedescendant'), await option.getAttribute('id'))
  const look = `getComputedStyle(document.querySelector('[role="option"]')).boxShadow`
  assert.notEqual(await page.evaluate<string>(look), 'none', 'the eye sees which one is chosen')
  await window.assertAccessible()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  assert.equal(await field.inputValue(), 'Calle Toledo 5, Getaf', 'Escape keeps what was typed')
  await page.keyboard.press('ArrowDown')
  await list.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  assert.equal(await field.inputValue(), 'Calle Toledo 5, Getafe (Madrid)')
  assert.equal(await field.getAttribute('aria-expanded'), 'false')
  await field.and(page.locator(':focus')).waitFor()
  window.assertQuiet()
})

test('a tap chooses a suggestion, and an answer that comes late is not shown for newer text', async () => {
  await using window = await openApp(browser, app)
  const { page } = window
  const late = Promise.withResolvers<void>()
  await page.route('**/app/v1/address-suggestions', async (route) => {
    const { text } = route.request().postDataJSON() as { text: string }
    if (text !== 'Getafe') await late.promise
    await route.fulfill({ json: { suggestions: [`${text} (Madrid)`] } }).catch(() => {})
  })
  await window.goto('/app/start')
  const field = page.getByRole('combobox', { name: 'Address' }).first()
  const asked = page.waitForRequest('**/app/v1/address-suggestions')
  await field.fill('Get')
  await asked
  await field.fill('Getafe')
  const options = page.getByRole('option')
  await options.getByText('Getafe (Madrid)').waitFor()
  const { height } = (await options.first().boundingBox()) ?? assert.fail('not shown')
  assert.ok(height >= 44, `${height} px are too few for a finger`)
  late.resolve()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  assert.deepEqual(await options.allInnerTexts(), ['Getafe (Madrid)'])
  await options.first().tap()
  assert.equal(await field.inputValue(), 'Getafe (Madrid)')
  assert.equal(await options.count(), 0)
})

test('two letters ask for no suggestion', async () => {
  await using window = await openApp(browser, app)
  const { page } = window
  const asked: string[] = []
  await page.route('**/app/v1/address-suggestions', async (route) => {
    asked.push((route.request().postDataJSON() as { text: string }).text)
    await route.fulfill({ json: { suggestions: [] } })
  })
  await window.goto('/app/start')
  const field = page.getByRole('combobox', { name: 'Address' }).first()
  await field.fill('Ge')
  const answered = page.waitForResponse('**/app/v1/address-suggestions')
  await page.getByRole('combobox', { name: 'Address' }).last().fill('Segov')
  await answered
  assert.deepEqual(asked, ['Segov'])
})

test('the customer sets a pin by buttons, the price is made again and shown before paying', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app/start')
  await fillTrip(window)
  const shown = await shownPrice(window).innerText()
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await page.getByRole('button', { name: 'Set the exact places' }).click()
  const sheet = page.getByRole('dialog', { name: 'The exact places' })
  await sheet.getByText('The pin is where we found the address.').waitFor()
  await window.assertAccessible()
  // South, away from Segovia: farther to drive.
  for (let i = 0; i < 30; i++) await sheet.getByRole('button', { name: 'South' }).click()
  await sheet.getByText(/^The pin is 750 m from/).waitFor()
  await sheet.getByRole('button', { name: 'Save this place' }).click()
  await sheet.waitFor({ state: 'hidden' })
  const alert = page.getByRole('alert').filter({ hasText: 'The price has changed' })
  const words = await alert.innerText()
  const pay = page.getByRole('button', { name: /^Pay .* and publish$/ })
  const now = /€\d+\.\d\d/.exec(await pay.innerText())?.[0] ?? assert.fail('no price')
  assert.ok(words.includes(`It is now ${now} instead of ${shown}`), words)
  const { jobs } = await customer.ok(listMyJobs)
  assert.equal(jobs[0]?.amount_cents, Math.round(Number(now.slice(1)) * 100))
})

test('both pins are moved with larger steps, the sketch follows, and one tap saves both', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app/start')
  await fillTrip(window)
  await shownPrice(window).waitFor()
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await page.getByRole('button', { name: 'Set the exact places' }).click()
  const sheet = page.getByRole('dialog', { name: 'The exact places' })
  await sheet.getByText('The pin is where we found the address.').waitFor()
  await sheet.getByText('250 m', { exact: true }).click()
  const sketched = sheet.locator('.dray-sketch .dray-pin')
  const pinAt = () => sketched.evaluate((pin: { style: { top: string } }) => Number.parseFloat(pin.style.top))
  const before = await pinAt()
  await sheet.getByRole('button', { name: 'South' }).click()
  await sheet.getByText(/^The pin is 250 m from/).waitFor()
  assert.ok((await pinAt()) > before, 'south is below')
  await sheet.getByText('Drop-off', { exact: true }).click()
  await sheet.getByText('The pin is where we found the address.').waitFor()
  for (let i = 0; i < 2; i++) await sheet.getByRole('button', { name: 'East' }).click()
  await sheet.getByText('Pickup', { exact: true }).click()
  await sheet.getByText(/^The pin is 250 m from/).waitFor()
  await window.assertAccessible()
  await sheet.getByRole('button', { name: 'Save both places' }).click()
  await sheet.waitFor({ state: 'hidden' })
  const [draft] = (await customer.ok(listMyJobs)).jobs
  const { pickup, dropoff, pins } = await customer.ok(readMyJob, {
    params: { job_id: draft?.job_id ?? assert.fail('no job') },
  })
  assert.ok(pins && pickup.point.lat < pins.pickup.located.lat, 'the pickup is south')
  assert.ok(dropoff.point.lon > pins.dropoff.located.lon, 'the drop-off is east')
})

for (const [language, desk] of [
  ['en', false],
  ['es', false],
  ['en', true],
] as const)
  test(`/carrier without a session tells what jobs pay and what is expected, in ${language}${desk ? ', on a desk' : ''}`, async () => {
    await using window = await openApp(browser, app, { language, desk, colours: 'dark' })
    const { page } = window
    await window.goto('/carrier')
    const words = {
      en: ['Earn with your vehicle', 'Examples, not real jobs', 'Sign up as a carrier'],
      es: [
        'Gana dinero con tu vehículo',
        'Son ejemplos, no encargos reales',
        'Registrarme como transportista',
      ],
    }[language]
    await page.getByRole('heading', { name: words[0] ?? '', level: 1 }).waitFor()
    await page.getByText(words[1] ?? '').waitFor()
    assert.ok((await page.locator('.app-examples li').count()) >= 4)
    await window.assertAccessible()
    await page.getByRole('link', { name: words[2] ?? '' }).click()
    await page.waitForURL('**/app/sign-in?back=%2Fcarrier%2Fsign-up')
    window.assertQuiet()
  })

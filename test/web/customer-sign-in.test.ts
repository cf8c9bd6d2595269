import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { openApp } from '../support/app-page.ts'
import { askForCode, signInByPhone, typeCode } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { startDray, type TestPartner } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'

const app = await startDray()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})
const partner = await app.partner({ companyName: 'Muebles Rivera' })

async function draftLink(to: TestPartner, phone: string): Promise<string> {
  const { body } = await to.create({ customer_phone: phone, title: 'Oak wardrobe' })
  const { pathname, search } = new URL(body.deep_link_url.replace(/^\w+:\/\//, 'https://x/'))
  return pathname + search
}

test('part 1, 1: the number of the link is prefilled, the code opens the draft, and no job data is shown before', async () => {
  const phone = newPhone()
  const link = await draftLink(partner, phone)
  await using window = await openApp(browser, app)
  const { page } = window
  await window.goto(link)
  await page.getByRole('heading', { name: 'Your delivery is almost ready', level: 1 }).waitFor()
  assert.equal(
    (await page.getByRole('textbox', { name: 'Phone number' }).inputValue()).replaceAll(/\s/g, ''),
    phone,
  )
  assert.ok(!page.url().includes('phone'), 'the number has left the address bar')
  assert.equal(await page.getByText('Oak wardrobe').count(), 0)
  assert.equal(await page.getByText('Muebles Rivera').count(), 0, 'nothing says whether there is a draft')
  await page.getByText('Dray', { exact: true }).waitFor()
  await page.getByText('We text a code to your number to make sure that it is you').waitFor()
  assert.equal(await page.getByRole('region', { name: 'What comes next' }).getByRole('listitem').count(), 3)
  await window.assertAccessible()
  await signInByPhone(window, app)
  await page.getByRole('heading', { name: 'Review and publish', level: 1 }).waitFor()
  await page.getByText('Oak wardrobe').waitFor()
  await page.getByText('Muebles Rivera prepared this job for you.').waitFor()
  window.assertQuiet()
})

test('DESIGN 3, Codes: a wrong code shows an error, the right code then works, and a code may be pasted', async () => {
  await using window = await openApp(browser, app)
  const { page } = window
  await window.goto('/app/sign-in')
  const code = await askForCode(window, app, newPhone())
  await typeCode(window, code === '000000' ? '111111' : '000000')
  await page.getByRole('alert').getByText('That code is not right').waitFor()
  await window.assertAccessible()
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).focus()
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '${code}')
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(paste)
  })()`)
  await page.getByRole('heading', { name: 'Your jobs', level: 1 }).waitFor()
})

test('DESIGN 3, Codes: five wrong checks end a code, and the number can be changed', async () => {
  await using window = await openApp(browser, app)
  const { page } = window
  await window.goto('/app/sign-in')
  const code = await askForCode(window, app, newPhone())
  const wrong = code === '000000' ? '111111' : '000000'
  for (let check = 1; check <= 5; check++) {
    const answered = page.waitForResponse((response) => response.status() === 422)
    await typeCode(window, wrong)
    await answered
    await page.getByRole('textbox', { name: 'Digit 1 of 6' }).and(page.locator('[value=""]')).waitFor()
  }
  await typeCode(window, code)
  await page.getByRole('alert').getByText('That code no longer works').waitFor()
  await page.getByRole('button', { name: 'Change the number' }).click()
  await page.getByRole('textbox', { name: 'Phone number' }).fill('not a number')
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('This does not look like a phone number').waitFor()
})

test('DESIGN 3, Draft link: another number and an unknown link see the same page with the next step', async () => {
  const link = await draftLink(partner, newPhone())
  await using window = await openApp(browser, app)
  const { page } = window
  await window.goto(link)
  await signInByPhone(window, app, newPhone())
  await page.getByText('You are signed in with').waitFor()
  const shown = await page.locator('main').innerText()
  await window.assertAccessible()
  await window.goto('/draft/neverWas123')
  await page.getByText('You are signed in with').waitFor()
  assert.equal(await page.locator('main').innerText(), shown)
  assert.ok(!shown.includes('wardrobe'))
  await page.getByRole('button', { name: 'Use another number' }).click()
  await page.getByRole('button', { name: 'Text me a code' }).waitFor()
})

test('DESIGN 1: the language is changed with one choice, at once, and stays', async () => {
  await using window = await openApp(browser, app)
  const { page } = window
  await window.goto('/app/sign-in')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Español')
  await page.getByRole('heading', { name: 'Entrar', level: 1 }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'es')
  await page.reload()
  await page.getByRole('button', { name: 'Enviarme un código' }).waitFor()
})

test('signing in returns only to a page of this app', async () => {
  for (const [back, led] of [
    ['/app/start', '/app/start'],
    ['/app/..//evil.example/x', '/app'],
  ]) {
    await using window = await openApp(browser, app)
    await window.goto(`/app/sign-in?back=${encodeURIComponent(back ?? '')}`)
    await signInByPhone(window, app, newPhone())
    await window.page.waitForURL((url) => url.pathname !== '/app/sign-in')
    assert.equal(new URL(window.page.url()).pathname, led)
  }
})

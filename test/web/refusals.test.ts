import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import sharp from 'sharp'
import { changeMe } from '#contract/app/account.ts'
import { openDraft, readMyJob } from '#contract/app/customer.ts'
import { endSessionOf, startSession } from '../../server/accounts/session-store.ts'
import { hashSessionToken } from '../../server/lib/session-token.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { startDray } from '../support/dray.ts'
import { hasFocus } from '../support/panel.ts'
import { personOf, signIn } from '../support/person.ts'
import { until } from '../support/until.ts'

// What the app shows of an error response.
const app = await startDray()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})
const partner = await app.partner({ companyName: 'Muebles Rivera' })

const onePixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

async function customerWithDraft() {
  const customer = await signIn(app)
  await customer.ok(changeMe, { body: { name: 'Ana Ruiz' } })
  const { body } = await partner.create({ customer_phone: customer.phone })
  const shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
  const { job_id } = await customer.ok(openDraft, { params: { short_id: shortId } })
  return { customer, path: `/app/jobs/${job_id}`, url: `**/app/v1/jobs/${job_id}` }
}

for (const { language, pay, fields, signedOut, link, heading } of [
  {
    language: 'en' as const,
    pay: /^Pay .* and publish$/,
    fields: ['Card number', 'Expiry date', 'Security code'] as const,
    signedOut: 'You are signed out.',
    link: 'Sign in to continue',
    heading: 'Sign in',
  },
  {
    language: 'es' as const,
    pay: /^Pagar .* y publicar$/,
    fields: ['Número de tarjeta', 'Fecha de caducidad', 'Código de seguridad'] as const,
    signedOut: 'Tu sesión está cerrada.',
    link: 'Entra para seguir',
    heading: 'Entrar',
  },
]) {
  test(`app, session ended elsewhere: the pay sheet says so, with a link to the sign-in and back (${language})`, async () => {
    const { customer, path } = await customerWithDraft()
    await using window = await openApp(browser, app, { as: customer, language })
    const { page } = window
    await window.goto(path)
    await page.getByRole('button', { name: pay }).click()
    const sheet = page.getByRole('dialog')
    for (const [index, typed] of ['4242 4242 4242 4242', '12/34', '123'].entries())
      await sheet.getByRole('textbox', { name: fields[index] ?? '' }).fill(typed)
    await endSessionOf(app.db.kysely, hashSessionToken(customer.token))
    await sheet.getByRole('button', { name: pay }).click()
    await sheet.getByText(signedOut).waitFor()
    await window.assertAccessible()
    await sheet.getByRole('link', { name: link }).click()
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('back'), path)
  })
}

test('app, photos: a file that is refused is told with the reason, and the next one is taken', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app/start')
  const choose = (mimeType: string, buffer: Buffer) =>
    page.locator('input[type="file"]').setInputFiles({ name: 'photo', mimeType, buffer })
  await choose('image/jpeg', Buffer.from('no photo'))
  await page.getByText('This file cannot be used as a photo. Use JPEG, PNG, WebP, AVIF or GIF.').waitFor()
  await choose('image/jpeg', Buffer.alloc(8 * 1_048_576 + 1))
  await page.getByText('This photo is too large. Use one of at most 8 MB.').waitFor()
  await choose('application/pdf', Buffer.from('%PDF'))
  await page.getByText('This is not a photo.').waitFor()
  await page.locator('input[type="file"]').setInputFiles([
    { name: 'one', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') },
    { name: 'two', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    { name: 'three', mimeType: 'image/jpeg', buffer: Buffer.from('none either') },
  ])
  const refused = page.getByRole('alert')
  await refused.getByText('2 photos could not be added. This file cannot be used as a photo.').waitFor()
  await refused.getByText('A photo could not be added. This is not a photo.').waitFor()
  await window.assertAccessible()
  await choose('image/png', await onePixel)
  await page.getByRole('img', { name: 'Photo 1 of 1' }).waitFor()
})

test('app, account: a part that cannot be read says so, is read again on a tap, and the rest stays', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  const refusal = { error: 'rate_limit_exceeded', message: 'Too many requests.', retry_after_seconds: 42 }
  let isRefused = true
  await page.route(/payment-methods|\/wallet|\/devices/, (route) =>
    isRefused ? route.fulfill({ status: 429, json: refusal }) : route.fallback(),
  )
  await window.goto('/app/account')
  const alerts = page.getByRole('alert').filter({ hasText: refusal.message })
  await alerts.nth(2).waitFor()
  await page.getByRole('button', { name: 'Top up' }).click()
  await alerts.nth(3).waitFor()
  await window.assertAccessible()
  isRefused = false
  // Two parts show the same read, so one tap can end two alerts, and an alert can end before its tap.
  await until('each part is read again', async () => {
    const again = alerts.getByRole('button', { name: 'Try again' })
    if (await again.count()) await again.first().click({ timeout: 2_000 }).catch(String)
    return (await alerts.count()) === 0
  })
  await page.getByText('No saved cards.').first().waitFor()
})

test('app, reads: a refusal with a long wait is shown at once; a short wait is waited for', async () => {
  const { customer, path, url } = await customerWithDraft()
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  const refusal = { error: 'rate_limit_exceeded', message: 'Too many requests.', retry_after_seconds: 0 }
  let refused: typeof refusal | null = { ...refusal, retry_after_seconds: 42 }
  await page.route(url, async (route) => {
    if (!refused) return route.fallback()
    const json = refused
    // A short wait ends: only the first request is refused.
    if (json.retry_after_seconds === 0) refused = null
    await route.fulfill({ status: 429, json })
  })
  await window.goto(path)
  // The screen shows it although no retry is sent before the 42 seconds are over.
  await page.getByRole('alert').getByText(refusal.message).waitFor({ timeout: 40_000 })

  refused = { ...refusal, retry_after_seconds: 0 }
  await page.reload()
  await page.getByRole('heading', { name: 'Review and publish', level: 1 }).waitFor()
  assert.equal(refused, null, 'the read was refused, and sent again without a tap')
})

test('app, long form: its refusal comes into view above the fields, with the focus that the button lost', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app/start')
  await page.getByRole('radio').first().click()
  await page.getByRole('textbox', { name: 'In a few words' }).fill('Washing machine')
  const addresses = page.getByRole('combobox', { name: 'Address' })
  await addresses.first().fill('Calle de Alcalá 50, 28014 Madrid')
  await addresses.last().fill('Calle de Alfonso I 5, 50003 Zaragoza')
  await page.route('**/app/v1/jobs', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Review and pay' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Something is wrong on our side.' })
  await hasFocus(refusal)
  const { y = -1 } = (await refusal.boundingBox()) ?? {}
  assert.ok(y >= 0 && y < 844, `it is at ${y}`)
  await window.assertAccessible()
})

test('app, session ended elsewhere: what is queued says that it waits for the sign-in, and is sent after it', async () => {
  const { customer, path } = await customerWithDraft()
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(path)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Second door on the left')
  await endSessionOf(app.db.kysely, hashSessionToken(customer.token))
  await page.getByRole('button', { name: 'Save notes' }).click()
  const banner = page.locator('.dray-offline')
  await banner.filter({ hasText: '1 change is saved on this device and will be sent.' }).waitFor()
  await banner.filter({ hasText: 'You are signed out.' }).waitFor()
  await window.assertAccessible()
  await banner.getByRole('link', { name: 'Sign in to continue' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  // Without a code: the next one of this number would come only after a minute.
  const session = { accountId: customer.accountId, kind: 'web' as const, device: 'test' }
  const token = await startSession(app.db.kysely, session)
  const again = personOf(app, { ...session, token, phone: customer.phone })
  await page.context().addCookies([again.cookie])
  await window.goto(path)
  const params = { job_id: path.split('/').at(-1) ?? '' }
  // The page that has just been opened has no banner yet.
  await until('the note is sent', async () => {
    const { notes } = await again.ok(readMyJob, { params })
    return notes === 'Second door on the left'
  })
  await banner.waitFor({ state: 'detached' })
})

test('app, form of the carrier: what is missing gets the focus, also far above the button', async () => {
  const carrier = await signIn(app)
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier/sign-up/vehicle')
  const send = page.getByRole('button', { name: 'Sign up', exact: true })
  await send.click()
  await hasFocus(page.getByRole('textbox', { name: 'Your name' }))
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana Ruiz')
  await send.click()
  await hasFocus(page.getByRole('radio').first())
})

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { changeMe, readMe } from '#contract/app/account.ts'
import { openDraft, readMyJob } from '#contract/app/customer.ts'
import { legalPaths } from '#contract/company.ts'
import { openApp } from '../support/app-page.ts'
import { signInByPhone, typeTestCard } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { startDray } from '../support/dray.ts'
import { newPhone } from '../support/no-secrets.ts'
import { signIn } from '../support/person.ts'

// Decision 50: who runs the service, under which terms, and whom to ask, is on every screen.
const app = await startDray({
  LEGAL_NAME: 'Acme & Söhne SL',
  SUPPORT_CONTACT: 'help@acme.example',
  LEGAL_TERMS: 'https://acme.example/terms',
  LEGAL_PRIVACY: 'https://acme.example/privacy',
  LEGAL_TERMS_VERSION: '2026-12',
})
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const linksOf = async (page: Page) =>
  Promise.all((await page.locator('#root footer a').all()).map((link) => link.getAttribute('href')))
const legalUrls = (language: string) => Object.values(legalPaths).map((place) => `${place}?lang=${language}`)

test('the page of the SMS names the company and its terms before the app has come, and as the app does', async () => {
  const answer = await fetch(`${app.url}/draft/abc`, {
    headers: { accept: 'text/html', 'accept-language': 'es', 'accept-encoding': 'identity' },
  })
  const [, screen = ''] = /<div id="first-screen"[^>]*>(.*)<div id="root"/s.exec(await answer.text()) ?? []
  assert.match(screen, /Un servicio de Acme &#38; Söhne SL/)
  assert.match(screen, /Al continuar, aceptas los <a[^>]*href="\/legal\/terms\?lang=es"/)
  assert.doesNotMatch(screen, /\{\w+\}/)
  await using window = await openApp(browser, app, { language: 'es' })
  await window.goto('/draft/abc')
  await window.page.locator('#root footer').waitFor()
  assert.deepEqual(await linksOf(window.page), legalUrls('es'))
  await window.page.getByText('Un servicio de Acme & Söhne SL').waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})

test('without a company, terms and a privacy notice, the page of the SMS promises none of them', async () => {
  await using plain = await startDray()
  const answer = await fetch(`${plain.url}/draft/abc`, {
    headers: { accept: 'text/html', 'accept-language': 'en', 'accept-encoding': 'identity' },
  })
  const html = await answer.text()
  assert.match(html, /href="\/legal\/privacy\?lang=en"/)
  assert.doesNotMatch(html, /A service of|By going on|says how your data|\{legal_name\}/)
})

test('signing in on the screen accepts the terms that it shows', async () => {
  const phone = newPhone()
  await using window = await openApp(browser, app)
  await window.goto('/app/sign-in')
  await window.page.getByText('By going on, you accept').waitFor()
  await signInByPhone(window, app, phone)
  await window.page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
  const accepted = await app.db.kysely
    .selectFrom('accepted_terms as terms')
    .innerJoin('account', 'account.id', 'terms.account_id')
    .select('terms.version')
    .where('account.phone', '=', phone)
    .execute()
  assert.deepEqual(accepted, [{ version: '2026-12' }])
  assert.deepEqual(await linksOf(window.page), legalUrls('en'))
})

test('who has not accepted the terms is asked while paying, and loses nothing of it', async () => {
  const customer = await signIn(app)
  await customer.ok(changeMe, { body: { name: 'Ana Ruiz' } })
  const partner = await app.partner()
  const { body } = await partner.create({ customer_phone: customer.phone })
  const shortId = /draft\/(\w+)/.exec(body.deep_link_url)?.[1] ?? ''
  const { job_id } = await customer.ok(openDraft, { params: { short_id: shortId } })
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto(`/app/jobs/${job_id}`)
  await page.getByRole('button', { name: /^Pay .* and publish$/ }).click()
  await typeTestCard(window, '4242 4242 4242 4242')
  const pay = page.getByRole('dialog').getByRole('button', { name: /^Pay .* and publish$/ })
  await pay.click()
  const asked = page.getByRole('dialog', { name: 'Please accept the terms' })
  await asked.getByText('Version 2026-12').waitFor()
  await window.assertAccessible()
  await asked.getByRole('button', { name: 'Not now' }).click()
  await page.getByText('Please read and accept the terms first.').waitFor()
  assert.equal((await customer.ok(readMyJob, { params: { job_id } })).status, 'draft')
  assert.equal((await customer.ok(readMe)).terms?.accepted_at, null)
  await pay.click()
  await asked.getByRole('button', { name: 'Accept and go on' }).click()
  await page.getByRole('heading', { name: 'Your job is published', level: 1 }).waitFor()
  assert.ok((await customer.ok(readMe)).terms?.accepted_at)
})

test('the account says which terms were accepted, and support is a link', async () => {
  const customer = await signIn(app)
  await using window = await openApp(browser, app, { as: customer })
  const { page } = window
  await window.goto('/app/account')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByText('You accepted the').waitFor()
  assert.equal(
    await page.getByRole('link', { name: 'Support: help@acme.example' }).getAttribute('href'),
    'mailto:help@acme.example',
  )
  await window.assertAccessible()
  window.assertQuiet()
})

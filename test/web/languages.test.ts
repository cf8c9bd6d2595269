import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { readMe } from '#contract/app/account.ts'
import { languages, type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import type { PersonAreas } from '../../web/src/texts/areas.ts'
import { ca } from '../../web/src/texts/ca.ts'
import { de } from '../../web/src/texts/de.ts'
import { fr } from '../../web/src/texts/fr.ts'
import { it } from '../../web/src/texts/it.ts'
import { pt } from '../../web/src/texts/pt.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { cutTexts } from '../support/cut-texts.ts'
import { openMarket } from '../support/market.ts'
import { saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { until } from '../support/until.ts'

/* The app in the languages of people beside English and Spanish (decision 80). */
const market = await openMarket()
const { app } = market
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const [customer, carrier] = [await market.person('Ana Ruiz'), await market.carrier({ name: 'Lucía Prieto' })]
const draft = await market.draft(customer, { title: 'Three-seat sofa' })
await saveCard(customer, 'success', draft.job_id)
const posted = await market.posted(customer, { title: 'Grandfather clock' })
const accepted = await market.accepted(customer, carrier, { title: 'Washing machine' })

const further = { pt, fr, it, de, ca } satisfies Partial<Record<PersonLanguage, PersonAreas>>

type Screen = { path: string; as?: Person; act?: (page: Page, texts: PersonAreas) => Promise<void> }

const openPaySheet = async (page: Page, { app: { review: words } }: PersonAreas) => {
  const [before = '', behind = ''] = words.pay.split('{{total}}')
  const name = new RegExp(`^${before}.*${behind}$`)
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
}

const screens: Screen[] = [
  { path: '/draft/abc' },
  { path: '/app/sign-in' },
  { path: '/app/start' },
  { path: '/carrier' },
  { path: '/app', as: customer },
  { path: `/app/jobs/${draft.job_id}`, as: customer },
  { path: `/app/jobs/${draft.job_id}`, as: customer, act: openPaySheet },
  { path: `/app/jobs/${posted.job_id}`, as: customer },
  { path: `/app/jobs/${accepted.job_id}`, as: customer },
  { path: '/app/account', as: customer },
  { path: '/carrier', as: carrier },
  { path: `/carrier/feed/${posted.job_id}`, as: carrier },
  { path: `/carrier/jobs/${accepted.job_id}`, as: carrier },
  { path: '/carrier/earnings', as: carrier },
  { path: '/carrier/profile', as: carrier },
]

async function show({ page, goto }: AppPage, { path, act }: Screen, texts: PersonAreas): Promise<void> {
  await goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await until('it is loaded', () =>
    page.evaluate<boolean>(`!document.querySelector('[aria-busy=true], #first-screen')`),
  )
  await act?.(page, texts)
}

/** A key without a text is shown as itself, as `draft.pay`; a place without its value keeps its braces. */
const holes = /\b[a-z][A-Za-z]+(?:\.[a-z][A-Za-z]+)+\b(?<!\.(?:example|test|com))|\{\{|undefined|NaN/

for (const [language, texts] of Object.entries(further) as [keyof typeof further, PersonAreas][])
  test(`decision 80: at 320 px no text is cut, missing or in another language: ${language}`, async () => {
    const found: string[] = []
    for (const as of [undefined, customer, carrier]) {
      const context = { viewport: { width: 320, height: 844 } }
      await using window = await openApp(browser, app, { language, context, ...(as && { as }) })
      const { page } = window
      for (const screen of screens.filter((each) => each.as === as)) {
        await show(window, screen, texts)
        assert.equal(await page.locator('html').getAttribute('lang'), language)
        const hole = holes.exec(await page.locator('body').innerText())?.[0]
        const faults = [...(await cutTexts(page)), ...(hole ? [`without a text: ${hole}`] : [])]
        found.push(...faults.map((fault) => `${screen.path}: ${fault}`))
      }
      window.assertQuiet()
    }
    assert.deepEqual(found, [])
  })

test('decision 80: who chooses Deutsch reads German at once, after a reload, and in the next SMS', async () => {
  const person = await market.person('Uwe')
  await using window = await openApp(browser, app, { as: person })
  const { page } = window
  await window.goto('/app/account')
  const choice = page.getByRole('combobox', { name: 'Language' })
  await choice.waitFor()
  assert.deepEqual(
    await choice.evaluate((select) =>
      Array.from((select as unknown as { options: ArrayLike<{ text: string }> }).options, ({ text }) => text),
    ),
    ['English', 'Español', 'Português', 'Français', 'Italiano', 'Deutsch', 'Català'],
  )
  await choice.selectOption('Deutsch')
  await page.getByRole('heading', { name: de.account.title, level: 1 }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await until('the account has it', async () => (await person.ok(readMe)).language === 'de')
  await window.assertAccessible()
  await page.reload()
  await page.getByRole('heading', { name: de.account.title, level: 1 }).waitFor()
  await page.getByRole('combobox', { name: de.kit.language }).selectOption('English')
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  window.assertQuiet()
})

test('decision 80: `?lang=` and the browser choose among seven; the app of a German panel member opens in German', async () => {
  await using window = await openApp(browser, app, { language: 'fr' })
  const { page } = window
  await window.goto('/app/sign-in')
  await page.getByRole('heading', { level: 1, name: fr.signIn.signIn.title }).waitFor()
  await window.goto('/app/sign-in?lang=ca')
  await page.getByRole('heading', { level: 1, name: ca.signIn.signIn.title }).waitFor()
  await page.evaluate(`localStorage.setItem('dray.language', 'de')`)
  await window.goto('/app/sign-in')
  await page.getByRole('heading', { level: 1, name: de.signIn.signIn.title }).waitFor()
  // The panels have English and Spanish: the stored choice is none of them.
  await window.goto('/admin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'en')
})

const html = { accept: 'text/html', 'accept-encoding': 'identity' }
const scriptsOf = (page: string): string[] => [
  ...new Set(
    [...page.matchAll(/(?:rel="modulepreload"[^>]*href|script[^>]*src)="([^"]+)"/g)].map(
      ([, file = '']) => file,
    ),
  ),
]
const bytesOf = async (file: string): Promise<number> => {
  const answer = await fetch(app.url + file, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
  return Number(answer.headers.get('content-length'))
}

test('decision 80: the first screen of a draft is in the page in each language, below 125 kB of script', async () => {
  for (const language of personLanguages) {
    const answer = await fetch(`${app.url}/draft/abc`, { headers: { ...html, 'accept-language': language } })
    assert.equal(answer.headers.get('content-language'), language)
    const page = await answer.text()
    assert.match(page, new RegExp(`<html lang="${language}">`))
    if (language !== 'en' && language !== 'es') assert.ok(page.includes(further[language].signIn.draft.title))
    const sizes = await Promise.all(scriptsOf(page).map(bytesOf))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(sizes.length >= 3 && bytes < 125_000, `${language}: ${bytes} bytes`)
  }
})

test('decision 80: only the chosen language is downloaded, and the worker keeps none ahead', async () => {
  const worker = await (await fetch(`${app.url}/app/sw.js`)).text()
  const pageIn = async (language: PersonLanguage) =>
    (
      await fetch(`${app.url}/app`, {
        headers: { ...html, 'accept-language': language, cookie: 'dray_session=any' },
      })
    ).text()
  const english = scriptsOf(await pageIn('en'))
  for (const language of personLanguages.filter((each) => !languages.some((known) => known === each))) {
    const own = scriptsOf(await pageIn(language)).filter((file) => !english.includes(file))
    assert.equal(own.length, 2, `${language}: ${own.join()}`)
    for (const file of own) {
      assert.ok(!worker.includes(file), file)
      const code = await (await fetch(app.url + file)).text()
      assert.doesNotMatch(code, /\bimport\s*[({"'*]/, 'only texts')
    }
  }
})

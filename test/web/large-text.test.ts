import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { cutTexts } from '../support/cut-texts.ts'
import { openMarket } from '../support/market.ts'
import { saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { until } from '../support/until.ts'

const market = await openMarket()
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
const completed = await market.accepted(customer, carrier, { title: 'Bookcase' })
await market.app.db.pool.query(
  `update job set status = 'completed', collected_at = now(), delivered_at = now(), completed_at = now() where id = $1`,
  [completed.job_id],
)

type Screen = { path: string; as?: Person; act?: (page: Page) => Promise<void> }

const screens: Screen[] = [
  { path: '/draft/abc' },
  { path: '/app/sign-in' },
  { path: '/app', as: customer },
  { path: '/app/start', as: customer },
  { path: `/app/jobs/${draft.job_id}`, as: customer },
  {
    path: `/app/jobs/${draft.job_id}`,
    as: customer,
    act: async (page) => {
      await page.getByRole('button', { name: /^(Pay|Pagar) / }).click()
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  },
  { path: `/app/jobs/${accepted.job_id}`, as: customer },
  { path: `/app/jobs/${completed.job_id}`, as: customer },
  { path: '/app/account', as: customer },
  { path: '/carrier', as: carrier },
  { path: `/carrier/feed/${posted.job_id}`, as: carrier },
  { path: '/carrier/jobs', as: carrier },
  { path: `/carrier/jobs/${accepted.job_id}`, as: carrier },
  { path: '/carrier/earnings', as: carrier },
  { path: '/carrier/profile', as: carrier },
]

const openScreen = async (window: AppPage, { path, act }: Screen) => {
  await window.goto(path)
  await window.page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  await window.page.getByRole('heading', { level: 1 }).waitFor()
  await until('it is loaded', () =>
    window.page.evaluate<boolean>(`!document.querySelector('[aria-busy=true]')`),
  )
  await act?.(window.page)
}

for (const [width, language] of [
  [390, 'es'],
  [320, 'en'],
] as const)
  test(`WCAG 1.4.4: with text of twice the size nothing is cut and the bars leave room (${width} px, ${language})`, async () => {
    const context = { viewport: { width, height: 844 } }
    const found: string[] = []
    for (const as of [undefined, customer, carrier]) {
      await using window = await openApp(browser, market.app, { language, context, ...(as && { as }) })
      for (const screen of screens.filter((each) => each.as === as)) {
        await openScreen(window, screen)
        found.push(...(await cutTexts(window.page)).map((fault) => `${screen.path}: ${fault}`))
      }
    }
    assert.deepEqual(found, [])
  })

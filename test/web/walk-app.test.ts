import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { giveBackJob } from '#contract/app/carrier.ts'
import { cancelMyJob } from '#contract/app/customer.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { until } from '../support/until.ts'

/*
 * Every screen of the customer's and the carrier's app, on a phone, on a phone in landscape and on a desk: all rules of
 * axe, nothing wider than the screen, and room for the content.
 */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const at = (job_id: string) => ({ params: { job_id } })
const [customer, newcomer] = [await market.person('Ana Ruiz'), await market.person()]
const [carrier, pending] = [
  await market.carrier({ name: 'Lucía Prieto' }),
  await market.carrier({ name: 'Olga Rey', status: 'pending' }),
]
const draft = await market.draft(customer, { title: 'Three-seat sofa' })
await saveCard(customer, 'success', draft.job_id)
const posted = await market.posted(customer, { title: 'Grandfather clock' })
const accepted = await market.accepted(customer, carrier, { title: 'Washing machine' })
const given = await market.accepted(customer, carrier, { title: 'Bookcase' })
await carrier.ok(giveBackJob, { ...at(given.job_id), body: {} })
const cancelled = await market.posted(customer, { title: 'Piano' })
await customer.ok(cancelMyJob, { ...at(cancelled.job_id), body: { fee_cents: 0 } })
const completed = await market.accepted(customer, carrier, { title: 'Garden bench' })
await market.app.db.pool.query(
  `update job set status = 'completed', collected_at = now(), delivered_at = now(), completed_at = now() where id = $1`,
  [completed.job_id],
)

/** A press opens a dialog. */
type Screen = { path: string; press?: RegExp }

const screens = new Map<Person | null, Screen[]>([
  [null, [{ path: '/draft/abc' }, { path: '/app/sign-in' }, { path: '/app/start' }]],
  [
    customer,
    [
      { path: '/app' },
      { path: '/app/start' },
      { path: `/app/jobs/${draft.job_id}` },
      { path: `/app/jobs/${draft.job_id}`, press: /^(Pay|Pagar) / },
      { path: `/app/jobs/${draft.job_id}`, press: /^(Discard|Descartar) / },
      { path: `/app/jobs/${posted.job_id}` },
      { path: `/app/jobs/${accepted.job_id}` },
      { path: `/app/jobs/${accepted.job_id}`, press: /^(Cancel this job|Cancelar este encargo)$/ },
      { path: `/app/jobs/${given.job_id}` },
      { path: `/app/jobs/${cancelled.job_id}` },
      { path: `/app/jobs/${completed.job_id}` },
      { path: '/app/account' },
      { path: '/app/account/delete' },
      { path: '/app/nope' },
    ],
  ],
  [newcomer, [{ path: '/app' }, { path: '/carrier/sign-up' }]],
  [pending, [{ path: '/carrier' }]],
  [
    carrier,
    [
      { path: '/carrier' },
      { path: `/carrier/feed/${posted.job_id}` },
      { path: `/carrier/feed/${cancelled.job_id}` },
      { path: '/carrier/jobs' },
      { path: `/carrier/jobs/${accepted.job_id}` },
      { path: `/carrier/jobs/${accepted.job_id}`, press: /^(I have collected it|Ya lo he recogido)$/ },
      { path: `/carrier/jobs/${completed.job_id}` },
      { path: '/carrier/earnings' },
      { path: '/carrier/profile' },
    ],
  ],
])

const layouts = [
  { name: 'phone', language: 'es', colours: 'dark', viewport: { width: 390, height: 844 } },
  { name: 'landscape', language: 'es', colours: 'light', viewport: { width: 844, height: 390 } },
  { name: 'desk', language: 'en', colours: 'light', viewport: { width: 900, height: 700 } },
] as const

async function show(page: Page, { press }: Screen): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const isLoaded = `!document.querySelector('[aria-busy=true], .mantine-Loader-root')`
  await until('it is loaded', () => page.evaluate<boolean>(isLoaded))
  if (!press) return
  await page.getByRole('button', { name: press }).first().click()
  await page.getByRole('dialog').getByRole('button').first().waitFor()
  await until('the dialog is loaded', () => page.evaluate<boolean>(isLoaded))
}

/** Null, or by how much the page is too wide, and the last element that reaches so far. */
const tooWide = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return null
  const last = [...document.body.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > clientWidth).at(-1)
  return scrollWidth - clientWidth + ' px too wide, by ' + (last?.outerHTML.slice(0, 200) ?? 'nothing that is there now')
})()`

/** Where the navigation is, and how much height the foot and the navigation take at the bottom. */
const barsOf = (page: Page) =>
  page.evaluate<{ side: boolean; bottom: boolean; left: boolean; height: number }>(`(() => {
    const side = document.querySelector('.dray-side')
    const bars = document.querySelector('.dray-bars')
    return {
      side: side !== null,
      bottom: document.querySelector('.dray-nav') !== null,
      left: side !== null && side.getBoundingClientRect().right <= document.querySelector('.dray-frame').getBoundingClientRect().left + 1,
      height: bars && getComputedStyle(bars).position === 'sticky' ? bars.offsetHeight : 0,
    }
  })()`)

async function faultsOf(page: Page, { name, viewport }: (typeof layouts)[number]): Promise<string[]> {
  const faults: string[] = []
  const wide = await page.evaluate<string | null>(tooWide)
  if (wide) faults.push(wide)
  const { side, bottom, left, height } = await barsOf(page)
  if (name === 'landscape' && height > viewport.height / 4) faults.push(`the bars take ${height} px`)
  if (name !== 'phone' && bottom) faults.push('the navigation is at the bottom')
  if (side && !left) faults.push('the side navigation covers the screen')
  return faults
}

/** The widths and sizes of text at which nothing may be cut off: the narrowest phone, and text of twice the size. */
async function faultsWhenTight(page: Page, { name, viewport }: (typeof layouts)[number]): Promise<string[]> {
  const faults: string[] = []
  if (name === 'phone') {
    await page.setViewportSize({ ...viewport, width: 320 })
    const wide = await page.evaluate<string | null>(tooWide)
    if (wide) faults.push(`at 320 px: ${wide}`)
    await page.setViewportSize(viewport)
  }
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  const wide = await page.evaluate<string | null>(tooWide)
  if (wide) faults.push(`with text of twice the size: ${wide}`)
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
  return faults
}

for (const layout of layouts)
  test(`every screen follows all rules of axe and fits: ${layout.name}`, async () => {
    const { language, colours, viewport } = layout
    const found: string[] = []
    for (const [as, shown] of screens) {
      await using window = await openApp(browser, market.app, {
        language,
        colours,
        context: { viewport },
        ...(as && { as }),
      })
      const { page } = window
      for (const screen of shown) {
        await window.goto(screen.path)
        await show(page, screen)
        const faults = [
          ...(await faultsOf(page, layout)),
          ...(screen.press ? [] : await faultsWhenTight(page, layout)),
          ...(await window.violations()),
        ]
        found.push(...faults.map((fault) => `${screen.path} ${screen.press ?? ''}: ${fault}`))
      }
      window.assertQuiet()
    }
    assert.deepEqual(found, [])
  })

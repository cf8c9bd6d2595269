import { loadavg } from 'node:os'
import type { Browser } from 'playwright-core'
import { openApp } from '../test/support/app-page.ts'
import { askForCode, typeCode, typeTestCard } from '../test/support/app-steps.ts'
import { launchBrowser } from '../test/support/browser.ts'
import { type Market, openMarket } from '../test/support/market.ts'
import { newPhone } from '../test/support/no-secrets.ts'
import type { Options } from './support/bench.ts'
import { median } from './support/median.ts'
import type { Result } from './support/result.ts'
import { buildPages, slowDown } from './support/slow-phone.ts'

/** The moments of one way, in seconds after the tap on the link, and how often the person tapped. */
type Way = { typable: number; review: number; sheet: number; published: number; taps: number }

/**
 * A fresh person on a slow phone, from the tap on the link in the SMS to the published job: asks for the code, types
 * it, opens the sheet, types name and card, pays. Scripted, so without the time for reading and typing.
 */
export async function run({ rounds }: Pick<Options, 'rounds'>): Promise<Result[]> {
  buildPages()
  await using market = await openMarket()
  await using browser = await launchBrowser()
  const load = loadavg()[0] ?? 0
  const ways: Way[] = []
  for (let count = 0; count < rounds; count++) ways.push(await walk(browser, market))
  return told(ways, load)
}

async function walk(browser: Browser, { app, partner }: Market): Promise<Way> {
  const phone = newPhone()
  const { body } = await partner.create({ customer_phone: phone })
  const { pathname, search } = new URL(body.deep_link_url)
  const link = `/draft/${pathname.split('/').at(-1)}${search || `?phone=${encodeURIComponent(phone)}`}`
  await using window = await openApp(browser, app, { worker: true })
  const { page } = window
  await slowDown(page)
  const startedAt = performance.now()
  const since = () => (performance.now() - startedAt) / 1_000
  let taps = 0
  await page.goto(app.url + link, { waitUntil: 'commit' })
  await page.locator('input[type="tel"]:enabled').first().waitFor()
  const typable = since()
  const code = await askForCode(window, app)
  taps++
  await typeCode(window, code)
  const open = page.locator('.dray-foot button:enabled')
  await open.waitFor()
  const review = since()
  await open.click()
  taps++
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'Your name' }).fill('Ana Ruiz')
  await typeTestCard(window, '4242 4242 4242 4242')
  const opened = since()
  await sheet.getByRole('button', { name: /^Pay .* and publish$/ }).click()
  taps++
  await page.getByRole('heading', { name: 'Your job is published', level: 1 }).waitFor()
  return { typable, review, sheet: opened, published: since(), taps }
}

function told(ways: Way[], load: number): Result[] {
  const machine = `${ways.length} runs, load ${load.toFixed(1)} at the start`
  const row = (name: string, pick: (way: Way) => number, goal = ''): Result => ({
    name: `SMS to published: ${name}`,
    value: median(ways.map(pick)),
    goal,
    detail: `${machine}; ${ways.map((way) => pick(way).toFixed(1)).join(', ')}`,
  })
  return [
    row('seconds until the number can be typed', ({ typable }) => typable),
    row('seconds until the review can be paid', ({ review }) => review),
    row('seconds until the card is typed in the sheet', ({ sheet }) => sheet),
    row('seconds until the job is published', ({ published }) => published, '< 30'),
    row('taps', ({ taps }) => taps, '<= 4'),
  ]
}

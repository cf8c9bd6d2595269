import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { type Market, openMarket } from '../test/support/market.ts'
import { median } from './support/median.ts'
import type { Result } from './support/result.ts'
import { buildPages, slowDown } from './support/slow-phone.ts'

const runs = 7

/**
 * One screen of the draft, and the control that must be usable. The page has the field of the phone number before the
 * app has come; in `#root` it is the app's, where the button works.
 */
type Screen = {
  name: string
  path: string
  control: string
  cookie?: { name: string; value: string; url: string }
}

/**
 * Opens the draft of an SMS link, and the jobs of a customer and of a carrier, with an empty cache. Measures the time
 * until a new user can type the phone number, until the app can send it, until a signed-in user can pay, and until both
 * lists can be tapped.
 */
export async function run(): Promise<Result[]> {
  buildPages()
  await using market = await openMarket()
  await using browser = await launchBrowser()
  const results: Result[] = []
  for (const screen of await screens(market)) {
    const opened: Opened[] = []
    for (let count = 0; count < runs; count++) opened.push(await open(browser, market.app.url, screen))
    results.push(...told(screen, opened))
  }
  return results
}

async function screens(market: Market): Promise<Screen[]> {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  for (let count = 0; count < 5; count++) await market.posted(customer)
  const { body } = await market.partner.create({ customer_phone: customer.phone })
  const path = `/draft/${/draft\/(\w+)/.exec(body.deep_link_url)?.[1]}`
  return [
    { name: 'sign-in, to type', path, control: 'input[type="tel"]' },
    { name: 'sign-in, to send', path, control: '#root input[type="tel"]' },
    { name: 'review', path, control: '.dray-foot button', cookie: customer.cookie },
    { name: 'jobs', path: '/app', control: '.app-job-list a', cookie: customer.cookie },
    { name: 'feed', path: '/carrier', control: 'a.carrier-card', cookie: carrier.cookie },
  ]
}

type Opened = { seconds: number; scriptBytes: number; allBytes: number; encoding: string }

async function open(browser: Browser, origin: string, screen: Screen): Promise<Opened> {
  await using context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  if (screen.cookie) await context.addCookies([screen.cookie])
  const page = await context.newPage()
  const received = await countBytes(page)
  await page.goto(origin + screen.path, { waitUntil: 'commit' })
  await page.locator(`${screen.control}:not(:disabled)`).first().waitFor({ timeout: 120_000 })
  const seconds = (await page.evaluate<number>('performance.now()')) / 1_000
  return { seconds, ...received() }
}

/** Counts the compressed bytes received so far. */
async function countBytes(page: Page) {
  const session = await slowDown(page)
  const kinds = new Map<string, string>()
  const bytes = { script: 0, all: 0 }
  const encodings = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, type)
    if (type === 'Script') encodings.add(response.headers['content-encoding'] ?? 'nothing')
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength
    if (kinds.get(requestId) === 'Script') bytes.script += encodedDataLength
  })
  return () => ({ scriptBytes: bytes.script, allBytes: bytes.all, encoding: [...encodings].join(', ') })
}

function told({ name }: Screen, opened: Opened[]): Result[] {
  const of = (pick: (opened: Opened) => number) => median(opened.map(pick))
  const kilobytes = of(({ scriptBytes }) => scriptBytes) / 1_024
  const all = of(({ allBytes }) => allBytes) / 1_024
  return [
    {
      name: `first screen, ${name}: seconds until it can be used`,
      value: of(({ seconds }) => seconds),
      goal: '',
      detail: opened.map(({ seconds }) => seconds.toFixed(2)).join(', '),
    },
    {
      name: `first screen, ${name}: KB of script until then, compressed`,
      value: kilobytes,
      goal: '',
      detail: `${opened.at(-1)?.encoding}; ${Math.round(all)} KB in all`,
    },
  ]
}

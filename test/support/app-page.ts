import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { watch } from './browser.ts'
import type { TestDray } from './dray.ts'
import type { Person } from './person.ts'

/** The web app in a browser window of its own: `await using window = await openApp(browser, app)`. */
export type AppPage = AsyncDisposable & {
  page: Page
  goto: (path: string) => Promise<void>
  /** Serious findings of axe in what is shown; the test fails with their words. */
  assertAccessible: () => Promise<void>
  /** Nothing was written to the console, refused by the policy or asked for elsewhere. */
  assertQuiet: () => void
}

export type AppPageOptions = {
  /** Signed in already. */
  as?: Person
  language?: 'en' | 'es'
  colours?: 'light' | 'dark'
  /** A phone unless said otherwise. */
  desk?: boolean
  context?: BrowserContextOptions
}

export async function openApp(
  browser: Browser,
  { url }: Pick<TestDray, 'url'>,
  { as, language = 'en', colours = 'light', desk = false, context: more = {} }: AppPageOptions = {},
): Promise<AppPage> {
  const context = await browser.newContext({
    viewport: desk ? { width: 1280, height: 800 } : { width: 390, height: 844 },
    hasTouch: !desk,
    locale: language,
    colorScheme: colours,
    // A transition would be judged half way.
    reducedMotion: 'reduce',
    ...more,
  })
  if (as) await context.addCookies([as.cookie])
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const faults = watch(page, url)
  return {
    page,
    goto: async (path) => void (await page.goto(url + path)),
    assertAccessible: () => assertAccessible(page),
    assertQuiet: () => assert.deepEqual(faults.filter(isOurs), []),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/**
 * What a browser says of itself: it has no graphics card, the API refused something, or the service worker took the page
 * over between a preload and its use.
 */
const isOurs = (fault: string): boolean => !saidOfItself.some((words) => words.test(fault))

const saidOfItself = [
  /GPU stall due to ReadPixels/,
  /Failed to load resource: the server responded with a status of 4\d\d/,
  /service worker resource mismatch/,
]

async function assertAccessible(page: Page): Promise<void> {
  // What only lies under a bar that stays at the edge, until one scrolls, is no finding.
  const shown = page.viewportSize() ?? { width: 390, height: 844 }
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ ...shown, height: Math.max(shown.height, height) })
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  await page.setViewportSize(shown)
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
  assert.deepEqual(found, [])
}

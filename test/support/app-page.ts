import assert from 'node:assert/strict'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { axeViolations } from './axe.ts'
import { watch } from './browser.ts'
import type { TestDray } from './dray.ts'
import type { Person } from './person.ts'

/** The web app in a separate browser context: `await using window = await openApp(browser, app)`. */
export type AppPage = AsyncDisposable & {
  page: Page
  goto: (path: string) => Promise<void>
  /**
   * Fails the test with the messages of axe if the page, or the dialog that is open on it, has accessibility
   * violations.
   */
  assertAccessible: () => Promise<void>
  /** What axe finds with all its rules, also about the page around a dialog. */
  violations: () => Promise<string[]>
  /** Fails the test after console messages, CSP violations or requests to other origins. */
  assertQuiet: () => void
}

export type AppPageOptions = {
  /** Opens the app with this person's session. */
  as?: Person
  language?: PersonLanguage
  colours?: 'light' | 'dark'
  /** Desktop viewport; default is a phone. */
  desk?: boolean
  /** Lets maps draw. Default is a phone without WebGL: without a GPU, each map takes seconds of CPU time. */
  map?: boolean
  /** Lets the service worker start. It loads every file of the app, which takes longer than most tests. */
  worker?: boolean
  context?: BrowserContextOptions
}

export async function openApp(
  browser: Browser,
  { url }: Pick<TestDray, 'url'>,
  {
    as,
    language = 'en',
    colours = 'light',
    desk = false,
    map = false,
    worker = false,
    context: more = {},
  }: AppPageOptions = {},
): Promise<AppPage> {
  const context = await browser.newContext({
    viewport: desk ? { width: 1280, height: 800 } : { width: 390, height: 844 },
    hasTouch: !desk,
    locale: language,
    colorScheme: colours,
    // Otherwise axe would check the page in the middle of a transition.
    reducedMotion: 'reduce',
    ...more,
  })
  if (!map) await context.addInitScript(withoutWebGl)
  if (!worker) await context.addInitScript(withoutWorker)
  if (as) await context.addCookies([as.cookie])
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const faults = watch(page, url)
  return {
    page,
    goto: async (path) => void (await page.goto(url + path)),
    assertAccessible: async () => assert.deepEqual(await violationsOf(page, { practice: isApp(page) }), []),
    violations: () => violationsOf(page, { practice: true, beside: true }),
    assertQuiet: () => assert.deepEqual(faults.filter(isOurs), []),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

const withoutWebGl = `
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return /^webgl/.test(kind) ? null : getContext.call(this, kind, ...more)
  }`

/** The app ignores that its worker cannot start. */
const withoutWorker = `
  if (globalThis.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = async () => {
    throw new Error('the service worker is not part of this test')
  }`

/**
 * False for messages that the browser logs in normal operation: no GPU, an error response of the API, or a service
 * worker that took control between a preload and its use.
 */
const isOurs = (fault: string): boolean => !saidOfItself.some((words) => words.test(fault))

const saidOfItself = [
  /GPU stall due to ReadPixels/,
  /Failed to load resource: the server responded with a status of 4\d\d/,
  /service worker resource mismatch/,
]

const setBars = (page: Page, position: '' | 'static') =>
  page.evaluate(
    `for (const bars of document.querySelectorAll('.dray-bars')) bars.style.position = '${position}'`,
  )

/** The panels follow WCAG; the app follows the rules of good practice too. */
const isApp = (page: Page): boolean => /^\/(app|carrier|draft)(\/|$)/.test(new URL(page.url()).pathname)

async function violationsOf(page: Page, rules: Parameters<typeof axeViolations>[1]): Promise<string[]> {
  // Enlarges the viewport to the whole page: content behind a sticky bar is not a violation.
  const shown = page.viewportSize() ?? { width: 390, height: 844 }
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  const isLonger = height > shown.height
  if (isLonger) {
    await page.setViewportSize({ ...shown, height })
    // What comes into view may be loaded only then and make the page longer: the bars go to its end.
    await setBars(page, 'static')
  }
  const found = await axeViolations(page, rules)
  if (isLonger) {
    await setBars(page, '')
    await page.setViewportSize(shown)
  }
  return found
}

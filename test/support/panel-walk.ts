import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { AppPage } from './app-page.ts'
import type { TestDray } from './dray.ts'
import { isClosed, openPanel } from './panel.ts'
import { payloads, readable } from './payloads.ts'
import { until } from './until.ts'

/** A page of a panel, and what it must show. */
export type PageToWalk = [path: string, texts?: readonly string[]]

export type WalkingWindow = AppPage & { dialogs: string[] }

/** A dark window of a panel that collects the dialogs which a page opens. Its user agent is a payload. */
export async function openWalk(browser: Browser, app: TestDray): Promise<WalkingWindow> {
  const context = { userAgent: `Mozilla/5.0 ${payloads[5]}` }
  const window = await openPanel(browser, app, { colours: 'dark', context })
  const dialogs: string[] = []
  window.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return { ...window, dialogs }
}

/**
 * Opens each page in the language of the page before and looks at it in both: it shows the texts as text, nothing of
 * them has become code or an element, it is not wider than the window, axe finds nothing, and the window logs nothing.
 */
export async function walk(window: WalkingWindow, pages: readonly PageToWalk[]): Promise<void> {
  const { page, dialogs } = window
  const desk = page.viewportSize() ?? assert.fail('no viewport')
  const faults: string[] = []
  for (const [path, texts = []] of pages) {
    await window.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await showsTexts(page, path, texts)
    faults.push(...(await faultsByWidth(page, path)))
    await switchLanguage(page)
    await showsTexts(page, path, texts)
    faults.push(...(await faultsByWidth(page, path)))
    await window.assertAccessible()
  }
  await page.setViewportSize(desk)
  assert.deepEqual(faults, [])
  assert.deepEqual(dialogs, [])
  window.assertQuiet()
}

/** Elements and attributes that the panel never has, but a payload would make. */
const foreign = `[...document.querySelectorAll('*')].flatMap((element) => {
  const bad = element.matches(
    'script:not([src]), [src*="evil."], [href*="evil."], iframe, object, embed, base, math, video, form[action], body[onload], ' +
    'meta[http-equiv], [srcdoc], [src="x"], a[href^="javascript:" i], a[href^="data:" i], a[href^="//"], animate, marquee'
  ) || [...element.attributes].some(({ name }) => name.startsWith('on')) || 
    /evil/.test(element.getAttribute('style') ?? (element.matches('style') ? element.textContent : ''))
  return bad ? [element.outerHTML.slice(0, 200)] : []
})`

/** All text of the page, with what its fields hold. */
const shown = `[document.body.textContent, ...[...document.querySelectorAll('input, textarea')].map((field) => field.value)].join(' ')`

/** Controls that turn the direction of the text after them. */
const turning = /[\u202A-\u202E\u2066-\u2069]/u

/** Everything is read, every text is in the page as it was written, and nothing came of it. */
async function showsTexts(page: Page, path: string, texts: readonly string[]): Promise<void> {
  let missing = texts
  await until(`${path} is loaded and shows the texts`, async () => {
    if (!(await page.evaluate<boolean>(isLoaded))) return false
    const text = readable(await page.evaluate<string>(shown))
    missing = texts.filter((each) => !text.includes(readable(each)))
    return missing.length === 0
  }).catch((error: unknown) => {
    assert.deepEqual(missing, [], path)
    throw error
  })
  assert.deepEqual(await page.evaluate<string[]>(foreign), [], path)
  assert.doesNotMatch(await page.evaluate<string>(shown), turning, path)
}

const isLoaded = `document.querySelector('h1') !== null &&
  !document.querySelector('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')`

/** Spanish words are longer, so English is looked at where there is least room: on a phone, and beside the menu. */
const widthsOf: Record<string, number[]> = { en: [1024, 390], es: [1500, 1280, 1024, 390] }

/**
 * Elements that are too wide, with their width, buttons with hidden text, and open tabs outside their row, in a frame
 * of the window's size.
 */
const tooWide = `new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
  const found = []
  const whole = document.documentElement.scrollWidth
  if (whole > innerWidth) found.push('the page: ' + whole)
  for (const table of document.querySelectorAll('main table')) {
    const scroll = table.closest('.panel-table-scroll')
    const box = scroll ?? table.parentElement
    const name = table.getAttribute('aria-label') ?? table.className
    const scrolls = scroll && ['auto', 'scroll'].includes(getComputedStyle(scroll).overflowX)
    if (!scrolls && table.scrollWidth > box.clientWidth) found.push(name + ': ' + table.scrollWidth)
    const right = Math.floor(box.getBoundingClientRect().right)
    if (right > innerWidth) found.push('the box of ' + name + ' ends at ' + right)
  }
  for (const button of document.querySelectorAll('main button')) {
    const text = button.textContent.trim()
    if (button.checkVisibility() && text && !button.innerText.trim()) found.push('a button without its text: ' + text)
  }
  for (const row of document.querySelectorAll('.panel-tabs')) {
    const [whole, open] = [row, row.querySelector('[aria-current]')].map((each) => each?.getBoundingClientRect())
    if (!open) continue
    if (open.left < whole.left - 1 || open.right > whole.right + 1) found.push('the open tab is outside its row')
  }
  done(found)
})))`

async function faultsByWidth(page: Page, path: string): Promise<string[]> {
  const language = await page.evaluate<string>('document.documentElement.lang')
  const faults: string[] = []
  for (const width of widthsOf[language] ?? []) {
    await page.setViewportSize({ width, height: 800 })
    const found = await settledFaults(page)
    faults.push(...found.map((fault) => `${path} in ${language} at ${width}: ${fault}`))
  }
  return faults
}

/** A table that becomes too wide is marked, and then scrolls, some frames after the window has its size. */
async function settledFaults(page: Page): Promise<string[]> {
  const look = () => page.evaluate<string[]>(tooWide)
  let found = await look()
  for (let tries = 1; found.length > 0 && tries < 40; tries++) {
    await sleep(50)
    found = await look()
  }
  return found
}

/** Chooses the other language in the command bar. */
async function switchLanguage(page: Page): Promise<void> {
  const language = await page.evaluate<string>('document.documentElement.lang')
  const [bar, name, other] =
    language === 'en' ? ['Search pages', 'Español', 'es'] : ['Buscar páginas', 'English', 'en']
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: bar })
  await field.fill(name)
  await page.keyboard.press('Enter')
  await page.locator(`html[lang="${other}"]`).waitFor()
  await isClosed(field)
}

import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import type { AppPage } from './app-page.ts'
import type { TestDray } from './dray.ts'
import { openPanel } from './panel.ts'
import { payloads, readable } from './payloads.ts'
import { until } from './until.ts'

/** A page of a panel, and what it must show. */
export type PageWithTexts = [path: string, texts: readonly string[]]

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

/** Every text is in the page as it was written, and nothing came of it. */
export async function assertText(
  { url }: Pick<TestDray, 'url'>,
  page: Page,
  [path, texts]: PageWithTexts,
): Promise<void> {
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  let missing = texts
  await until(`${path} shows the texts`, async () => {
    const text = readable(await page.evaluate<string>(shown))
    missing = texts.filter((each) => !text.includes(readable(each)))
    return missing.length === 0
  }).catch(() => assert.deepEqual(missing, [], path))
  assert.deepEqual(await page.evaluate<string[]>(foreign), [], path)
  assert.doesNotMatch(await page.evaluate<string>(shown), turning, path)
}

/** A window of a panel that collects the dialogs which a page opens. Its user agent is a payload. */
export async function openWatched(browser: Browser, app: TestDray): Promise<AppPage & { dialogs: string[] }> {
  const window = await openPanel(browser, app, { context: { userAgent: `Mozilla/5.0 ${payloads[5]}` } })
  const dialogs: string[] = []
  window.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return { ...window, dialogs }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/**
 * The violations that axe finds on a page: WCAG 2.2 A and AA, and with `practice` the rules of good practice. On a page
 * with an open dialog, it checks only the dialog; with `beside` also the landmarks of the page around it. The script is
 * sent to each document once, because sending and compiling it takes as long as the check. The pages have no frames.
 */
export async function axeViolations(
  page: Page,
  { practice = false, beside = false } = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(script)
  const runOnly = [...tags, ...(practice ? ['best-practice'] : [])]
  // Without the elements that pass: describing them takes most of the time.
  const options = { resultTypes: ['violations'], runOnly }
  return page.evaluate<string[]>(`(async () => {
    const open = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].filter((each) => each.checkVisibility())
    const { violations } = await axe.run(open.at(-1) ?? document, ${JSON.stringify(options)})
    if (${beside} && open.length > 0)
      violations.push(...(await axe.run(document, ${JSON.stringify({ ...options, runOnly: landmarks })})).violations)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + '\\n' + failureSummary))
  })()`)
}

/** Rules about the page as a whole. */
const landmarks = [
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'region',
]

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const require = createRequire(import.meta.url)
const script = `${readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')};0`

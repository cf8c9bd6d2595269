import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

export type AxeOptions = {
  /** Selector of the part of the page to look at. */
  include?: string
  /** With the rules of axe that are only good practice. */
  practice?: boolean
}

/**
 * The violations that axe finds on a page: WCAG 2.2 A and AA. The script is sent to each document once, because to send and compile
 * it takes as long as to look. The pages have no frames.
 */
export async function axeViolations(
  page: Page,
  { include, practice = false }: AxeOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(script)
  const runOnly = [...tags, ...(practice ? ['best-practice'] : [])]
  // Without the elements that pass: describing them takes most of the time.
  const options = { resultTypes: ['violations'], runOnly }
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run(${include ? JSON.stringify(include) : 'document'}, ${JSON.stringify(options)})
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + '\\n' + failureSummary))
  })()`)
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const script = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};0`

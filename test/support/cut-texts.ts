import type { Page } from 'playwright-core'

/**
 * The faults of the page, in words: truncated text, a choice with a broken word, a page wider than the screen, bars
 * over half of it.
 */
export const cutTexts = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const faults = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) faults.push('the page is ' + root.scrollWidth + ' px wide')
    const shown = (element) => element.getClientRects().length > 0 && !element.closest('[aria-hidden=true]')
    for (const element of document.querySelectorAll('h1, h2, a, button, label, p, dt, dd, li, span')) {
      if (!shown(element) || !element.textContent.trim() || element.closest('.maplibregl-map, .app-photos')) continue
      const { overflowX, overflowY, clip } = getComputedStyle(element)
      // Words for screen readers alone are cut on purpose.
      if (clip !== 'auto') continue
      const name = element.textContent.trim().slice(0, 40)
      if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) faults.push('cut: ' + name)
      if (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2) faults.push('cut below: ' + name)
      const { left, right } = element.getBoundingClientRect()
      if (right > root.clientWidth + 1 || left < -1) faults.push('outside: ' + name)
    }
    for (const label of document.querySelectorAll('.mantine-SegmentedControl-label')) {
      const words = document.createRange()
      words.selectNodeContents(label)
      const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)))
      if (!label.textContent.includes(' ') && lines.size > 1) faults.push('broken: ' + label.textContent)
    }
    const bars = [...document.querySelectorAll('.dray-head, .dray-bars')]
      .filter((bar) => getComputedStyle(bar).position === 'sticky')
      .reduce((sum, bar) => sum + bar.offsetHeight, 0)
    if (bars > innerHeight * 0.4) faults.push('bars take ' + bars + ' px of ' + innerHeight)
    return faults
  })()`)

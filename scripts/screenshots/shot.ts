import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { until } from '../../test/support/until.ts'
import type { Office } from './office.ts'
import type { Somebody, Town } from './town.ts'
import { type Words, words } from './words.ts'

/** One screen in one state. */
export type Shot = {
  name: string
  /** The person who is signed in; signed out if absent. */
  as?: Somebody
  path: string | ((town: Town) => string | Promise<string>)
  /** Brings the screen into the state after it has loaded. */
  act?: (shown: { page: Page; words: Words }) => Promise<void>
}

/** A screen of the operator's panel. */
export type AdminShot = Pick<Shot, 'name' | 'act'> & {
  /** The member who is signed in; signed out if absent. */
  as?: keyof Office['cookies']
  path: string | ((office: Office) => string | Promise<string>)
}

type ScreenSize = 'phone' | 'landscape' | 'tablet' | 'desktop'

export type Style = { size: ScreenSize; colours: 'light' | 'dark'; language: 'en' | 'es' }

export const styles: Style[] = (['phone', 'landscape', 'tablet', 'desktop'] as const).flatMap((size) =>
  (['light', 'dark'] as const).flatMap((colours) =>
    (['en', 'es'] as const).map((language) => ({ size, colours, language })),
  ),
)

export const fileOf = ({ name }: Pick<Shot, 'name'>, { size, colours, language }: Style): string =>
  `${name}.${size}.${colours}.${language}.png`

const sizes = {
  phone: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
  tablet: { width: 1024, height: 768 },
  desktop: { width: 1280, height: 800 },
}

type Studio = {
  browser: Browser
  origin: string
  folder: string
  /** Takes what fits on the screen instead of the whole page. */
  onlyScreen?: boolean
}

/** Opens the path with the session's cookie and takes a screenshot. */
export async function shoot(
  { browser, origin, folder, onlyScreen = false }: Studio,
  shot: Pick<Shot, 'name' | 'act'> & { path: string; cookie?: { name: string; value: string; url: string } },
  style: Style,
): Promise<void> {
  const { size, colours, language } = style
  const isPhone = size === 'phone' || size === 'landscape'
  await using context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: colours,
    locale: language,
    isMobile: isPhone,
    hasTouch: isPhone,
    deviceScaleFactor: isPhone ? 2 : 1,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Madrid',
  })
  if (shot.cookie) await context.addCookies([shot.cookie])
  const page = await context.newPage()
  await page.goto(origin + shot.path)
  await page.locator('h1').first().waitFor()
  await shot.act?.({ page, words: words[language] })
  // A higher screen would not be in landscape any longer.
  await settled(page, size === 'landscape' ? null : sizes[size])
  if (onlyScreen) await page.setViewportSize(sizes[size])
  await page.screenshot({ path: path.join(folder, fileOf(shot, style)) })
}

type Size = { width: number; height: number }

/**
 * Waits until everything has loaded. Shows the whole page for lazy content, but not under a dialog, which would move.
 */
async function settled(page: Page, size: Size | null): Promise<void> {
  const isCovered = (await page.getByRole('dialog').count()) > 0
  await until('nothing is being loaded', async () => {
    if (!isCovered && size) await showWhole(page, size)
    const loading = isCovered ? '[role=dialog] .mantine-Skeleton-root' : '.mantine-Skeleton-root'
    // A map must have its pins, and one in view must be whole.
    const sketch = isCovered ? '#none' : '.dray-map-canvas + .dray-sketch'
    return page.evaluate<boolean>(`!document.querySelector('${loading}, [data-loading]')
      && !document.querySelector('.maplibregl-map:not(:has(.maplibregl-marker))')
      && ![...document.querySelectorAll('${sketch}')].some((map) => {
        const { top, bottom } = map.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      })`)
  })
  await page.evaluate(`document.fonts.ready.then(() => Promise.all([...document.images].filter((image) =>
    image.loading !== 'lazy').map((image) => image.decode().catch(() => {}))))`)
  // Leaves time for painting and for the lines of a map; no test depends on it.
  await page.evaluate('new Promise((done) => setTimeout(done, 1_000))')
}

async function showWhole(page: Page, { width, height }: Size): Promise<void> {
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.min(Math.max(height, whole), 6_000) })
}

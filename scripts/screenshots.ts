import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { launchBrowser } from '../test/support/browser.ts'
import { servePages } from '../test/support/pages.ts'

const pages = {
  draft: '/draft/7Kq2mVx9Tb4?phone=%2B34612345678',
  home: '/',
  admin: '/admin',
  'not-found': '/nothing',
  docs: '/docs',
  reference: '/docs/reference',
}
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const stores = {
  appStoreUrl: 'https://apps.example.test/dray',
  playStoreUrl: 'https://play.example.test/dray',
}

/** `npm run screenshots [-- FOLDER [PAGE…]]`: every page on a phone and a desk, by day and by night, in both languages. */
const [folder = 'screenshots', ...only] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
await using site = await servePages({ stores })
await using browser = await launchBrowser()

for (const [name, address] of Object.entries(pages)) {
  if (only.length && !only.includes(name)) continue
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const language of name === 'docs' || name === 'reference' ? ['en'] : ['en', 'es']) {
        await shoot({ name, address, size, viewport, colorScheme, language })
      }
    }
  }
}

type Shot = {
  name: string
  address: string
  size: string
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
  language: string
}

async function shoot({ name, address, size, viewport, colorScheme, language }: Shot): Promise<void> {
  const phone = size === 'phone'
  await using context = await browser.newContext({
    viewport,
    colorScheme,
    locale: language,
    isMobile: phone,
    hasTouch: phone,
    deviceScaleFactor: phone ? 2 : 1,
  })
  const page = await context.newPage()
  await page.goto(site.origin + address, { waitUntil: 'networkidle' })
  await page.screenshot({
    path: path.join(folder, `${name}.${size}.${colorScheme}.${language}.png`),
    fullPage: phone,
  })
}

import { mkdir } from 'node:fs/promises'
import { withPostgres } from '../test/runner/with-postgres.ts'
import { launchBrowser } from '../test/support/browser.ts'
import { servePages } from '../test/support/pages.ts'
import { adminShots } from './screenshots/admin.ts'
import { carrierShots } from './screenshots/carrier.ts'
import { customerShots } from './screenshots/customer.ts'
import { type Cookie, openOffice } from './screenshots/office.ts'
import { fileOf, type Shot, type Style, shoot, styles } from './screenshots/shot.ts'
import { buildTown } from './screenshots/town.ts'

/**
 * `npm run screenshots [-- FOLDER [WORD…]]`: takes every screen on phone, in landscape, on tablet and on desktop, in
 * light and dark, in both languages. With words, only files whose name contains one of them: `jobs`, `phone.light.es`,
 * `feed.desktop.dark.en`.
 */
const [folder = 'screenshots', ...wanted] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
await using browser = await launchBrowser()

const pages = { docs: '/docs', reference: '/docs/reference', home: '/' }
const stores = {
  appStoreUrl: 'https://apps.example.test/dray',
  playStoreUrl: 'https://play.example.test/dray',
}

const isWanted = (file: string): boolean => wanted.length === 0 || wanted.some((word) => file.includes(word))
const stylesOf = (shot: Pick<Shot, 'name'>) => styles.filter((style) => isWanted(fileOf(shot, style)))
/** Only the app has a layout for a phone in landscape. */
const ofPages = (shot: Pick<Shot, 'name'>) => stylesOf(shot).filter(({ size }) => size !== 'landscape')

await shootPages()
await withPostgres((env) => {
  Object.assign(process.env, env)
  return shootApp()
})

async function shootPages(): Promise<void> {
  await using site = await servePages({ stores })
  for (const [name, path] of Object.entries(pages))
    for (const style of ofPages({ name }))
      await shoot({ browser, origin: site.origin, folder }, { name, path }, style)
}

async function shootApp(): Promise<void> {
  await using town = await buildTown()
  const { app } = town.market
  for (const shot of [...customerShots, ...carrierShots]) {
    const pathOf = async () => (typeof shot.path === 'string' ? shot.path : shot.path(town))
    await shootStyles(app.url, shot, {
      styles: stylesOf(shot),
      pathOf,
      cookie: shot.as && town.people[shot.as].cookie,
    })
  }
  const office = await openOffice(town)
  for (const shot of adminShots) {
    const pathOf = async () => (typeof shot.path === 'string' ? shot.path : shot.path(office))
    await shootStyles(app.url, shot, {
      styles: ofPages(shot),
      pathOf,
      cookie: shot.as && office.cookies[shot.as],
    })
  }
}

type Session = { styles: Style[]; pathOf: () => Promise<string>; cookie: Cookie | undefined }

/** A screenshot that fails is logged and sets the exit code; the others are still taken. */
async function shootStyles(
  origin: string,
  { name, act }: Pick<Shot, 'name' | 'act'>,
  { styles: taken, pathOf, cookie }: Session,
): Promise<void> {
  for (const style of taken) {
    const shot = { name, path: await pathOf(), ...(act && { act }), ...(cookie && { cookie }) }
    await shoot({ browser, origin, folder }, shot, style).catch((error: unknown) => {
      console.error(`${fileOf({ name }, style)}: ${String(error)}`)
      process.exitCode = 1
    })
  }
}

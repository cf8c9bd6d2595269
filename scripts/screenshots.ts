import { mkdir } from 'node:fs/promises'
import { withPostgres } from '../test/runner/with-postgres.ts'
import { launchBrowser } from '../test/support/browser.ts'
import { servePages } from '../test/support/pages.ts'
import { carrierShots } from './screenshots/carrier.ts'
import { customerShots } from './screenshots/customer.ts'
import { fileOf, type Shot, shoot, styles } from './screenshots/shot.ts'
import { buildTown } from './screenshots/town.ts'

/**
 * `npm run screenshots [-- FOLDER [WORD…]]`: takes every screen on phone and desktop, in light and dark, in both
 * languages. With words, only files whose name contains one of them: `jobs`, `phone.light.es`, `feed.desktop.dark.en`.
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

await shootPages()
await withPostgres((env) => {
  Object.assign(process.env, env)
  return shootApp()
})

async function shootPages(): Promise<void> {
  await using site = await servePages({ stores })
  for (const [name, path] of Object.entries(pages))
    for (const style of stylesOf({ name }))
      await shoot({ browser, origin: site.origin, folder }, { name, path }, style)
}

/** A screenshot that fails is logged and sets the exit code; the others are still taken. */
async function shootApp(): Promise<void> {
  await using town = await buildTown()
  const { url } = town.market.app
  for (const shot of [...customerShots, ...carrierShots]) {
    for (const style of stylesOf(shot)) {
      const path = typeof shot.path === 'string' ? shot.path : await shot.path(town)
      const cookie = shot.as && town.people[shot.as].cookie
      const { name, act } = shot
      await shoot(
        { browser, origin: url, folder },
        { name, path, ...(act && { act }), ...(cookie && { cookie }) },
        style,
      ).catch((error: unknown) => {
        console.error(`${fileOf(shot, style)}: ${String(error)}`)
        process.exitCode = 1
      })
    }
  }
}

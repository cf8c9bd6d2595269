import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { withPostgres } from '../test/runner/with-postgres.ts'
import { launchBrowser } from '../test/support/browser.ts'
import { openOffice } from './screenshots/office.ts'
import { fileOf, type Style, shoot } from './screenshots/shot.ts'
import { buildTown } from './screenshots/town.ts'

/** `npm run screenshots:readme`: takes the two pictures of README.md again, as small WebP files. */
const pictures = path.join(import.meta.dirname, '../docs/pictures')
const look = { colours: 'light', language: 'en' } as const

await mkdir(pictures, { recursive: true })
await withPostgres(async (env) => {
  Object.assign(process.env, env)
  await using browser = await launchBrowser()
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'dray-pictures-'))
  await using town = await buildTown()
  const { cookies } = await openOffice(town)
  const { job_id } = await town.draft()
  const app = { name: 'app', path: `/app/jobs/${job_id}`, cookie: town.people.customer.cookie }
  const panel = { name: 'panel', path: '/admin', cookie: cookies.owner }
  const take = async (shot: typeof app, size: Style['size']) => {
    const style = { ...look, size }
    await shoot({ browser, origin: town.market.app.url, folder: folder.path, onlyScreen: true }, shot, style)
    const taken = path.join(folder.path, fileOf(shot, style))
    await sharp(taken)
      .webp({ quality: 82, effort: 6 })
      .toFile(path.join(pictures, `${shot.name}.webp`))
  }
  await take(app, 'phone')
  await take(panel, 'desktop')
})

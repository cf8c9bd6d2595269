import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

const keptForMs = 7 * 86_400_000

/** The app at the top of `dist`; the panels and the tools of the documentation in folders of it. */
const builds = [
  { config: '../vite.config.ts', folder: '' },
  { config: '../panel.config.ts', folder: 'panel' },
  { config: '../docs.config.ts', folder: 'docs' },
]

/**
 * Builds into a temporary folder and then copies the files into `dist`: first the assets with a hash in their names,
 * then the page that loads them. Old assets are kept for a week, for open pages and running servers.
 *
 * @returns lines with the sizes of the build.
 */
export async function buildWeb({ dist, stamp }: { dist: string; stamp: string }): Promise<string[]> {
  await mkdir(path.dirname(dist), { recursive: true })
  const built = await mkdtemp(`${dist}-`)
  try {
    for (const { config, folder } of builds)
      await build({
        configFile: path.join(import.meta.dirname, config),
        configLoader: 'native',
        logLevel: 'warn',
        build: { outDir: path.join(built, folder), emptyOutDir: true },
      })
    await writeFile(path.join(built, 'source.txt'), `${stamp}\n`)
    // The folders first: the stamp of the whole build is at the top.
    for (const { folder } of builds.toReversed())
      await putInPlace(path.join(built, folder), path.join(dist, folder))
    return (await Promise.all(builds.map(({ folder }) => sizesOf(path.join(built, folder))))).flat()
  } finally {
    await rm(built, { recursive: true, force: true })
  }
}

async function putInPlace(built: string, dist: string): Promise<void> {
  const assets = path.join(dist, 'assets')
  await mkdir(assets, { recursive: true })
  await cp(path.join(built, 'assets'), assets, { recursive: true, force: true })
  await forgetOld(assets, new Set(await readdir(path.join(built, 'assets'))))
  const isPutApart = (name: string) => name === 'assets' || builds.some(({ folder }) => folder === name)
  const others = (await readdir(built)).filter((name) => !isPutApart(name)).sort(stampLast)
  for (const name of others) await replace(path.join(built, name), path.join(dist, name))
}

/** `source.txt` is copied last: it marks a complete build. */
const stampLast = (a: string, b: string): number => Number(a === 'source.txt') - Number(b === 'source.txt')

/** Replaces a file by rename, so no reader sees a partial file. */
async function replace(from: string, to: string): Promise<void> {
  if ((await stat(from)).isDirectory()) return cp(from, to, { recursive: true, force: true })
  await cp(from, `${to}.new`)
  await rename(`${to}.new`, to)
}

async function forgetOld(assets: string, current: Set<string>): Promise<void> {
  const now = new Date()
  for (const name of await readdir(assets)) {
    const file = path.join(assets, name)
    if (current.has(name)) await utimes(file, now, now)
    else if (now.getTime() - (await stat(file)).mtimeMs > keptForMs) await rm(file, { force: true })
  }
}

async function sizesOf(built: string): Promise<string[]> {
  const names = (await readdir(path.join(built, 'assets'))).filter((name) => name.endsWith('.gz'))
  const sizes = await Promise.all(
    names.map(async (name) => ({ name, bytes: (await stat(path.join(built, 'assets', name))).size })),
  )
  sizes.sort((a, b) => b.bytes - a.bytes)
  return sizes.map(({ name, bytes }) => `${(bytes / 1_000).toFixed(1).padStart(8)} kB  ${name}`)
}

import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isBundled } from '../bin/entry.mjs'
import { notBundled } from './bundle-plugins.ts'

/**
 * `node scripts/stage-release.ts FOLDER`: copies what a server needs to run, after `npm run build`. Without
 * the embedded
 * PostgreSQL, a second Node and everything that is in the bundle or only for development: the container's image, or an
 * installation with `DATABASE_URL` and another Node.
 */
const root = path.join(import.meta.dirname, '..')
const [target] = process.argv.slice(2)
if (!target) throw new Error('Name the folder to write to: node scripts/stage-release.ts FOLDER')
if (!isBundled(root) || !existsSync(path.join(root, 'web/dist/source.txt')))
  throw new Error(
    'Build first, with `npm run build`: the server or the web app is not built from these sources.',
  )
stage(path.resolve(target))

/** The sources too: migrations and pages are read from them, and the bundle is compared with them at the start. */
function stage(into: string): void {
  const files = ['package.json', 'package-lock.json', 'LICENSE', 'NOTICE', 'CHANGELOG.md']
  const folders = ['bin', 'contract', 'lib', 'server', 'web/dist', 'docs/guide']
  // The guide tells the versions of both SDKs.
  const versions = ['sdk/typescript/package.json', 'sdk/python/src/dray/version.py']
  for (const name of [...files, ...folders, ...versions]) copy(name, into)
  for (const name of withDependencies(notBundled)) copy(path.join('node_modules', name), into)
}

function copy(name: string, into: string): void {
  const to = path.join(into, name)
  mkdirSync(path.dirname(to), { recursive: true })
  // The bundle compares the times of the sources first, so a start need not read them.
  cpSync(path.join(root, name), to, { recursive: true, preserveTimestamps: true, filter: isNeeded })
}

/** Types and maps of packages are for development; those of the bundle name the sources in stacks. */
function isNeeded(file: string): boolean {
  const name = path.relative(root, file)
  return !name.endsWith('.test.ts') && !(name.startsWith('node_modules') && /\.(d\.[cm]?ts|map)$/.test(name))
}

/** These packages and all that they need, as far as this platform has them. */
function withDependencies(names: readonly string[]): Set<string> {
  const found = new Set(names)
  for (const name of found) {
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(name)
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (existsSync(path.join(root, 'node_modules', each))) found.add(each)
  }
  return found
}

type Manifest = Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')) as Manifest
}

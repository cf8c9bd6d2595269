import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'
import { refuseBareUid } from './account.ts'
import type { Binaries } from './binaries.ts'
import { giveTo } from './folders.ts'
import type { ClusterPaths } from './paths.ts'
import { runProgram } from './run-program.ts'

const major = '18'

/** Reads the password of role `dray` and creates it if there is none. @returns 64 hexadecimal digits. */
export function prepareSecret({ secret, account }: ClusterPaths): string {
  const known = readSecret(secret)
  if (known) return known
  const draft = `${secret}.${randomBytes(6).toString('hex')}`
  fs.writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  // initdb reads the file as the account that PostgreSQL runs as.
  giveTo(account, draft)
  fs.renameSync(draft, secret)
  return readSecret(secret) as string
}

/**
 * @returns null when the file does not exist (yet) or is empty.
 * @throws OperatorError if the file cannot be read.
 */
export function readSecret(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new OperatorError(
      `The database's password in ${file} cannot be read (${code}): run as the user that started Dray`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Creates the cluster if there is none. It is created in a temporary folder and renamed, so that a partial cluster is
 * never used.
 *
 * @throws OperatorError when the folder holds a cluster of another PostgreSQL version, or other files.
 */
export async function prepareCluster(
  paths: ClusterPaths,
  { initdb }: Binaries,
  { durable }: { durable: boolean },
): Promise<void> {
  if (holdsCluster(paths.cluster)) return
  refuseBareUid(paths.account)
  removeHalfMade(paths.dataDir)
  const draft = path.join(paths.dataDir, `postgres.new-${randomBytes(6).toString('hex')}`)
  fs.mkdirSync(draft, { mode: 0o700 })
  giveTo(paths.account, draft)
  const args = ['-D', draft, '-U', 'dray', '--auth=scram-sha-256', `--pwfile=${paths.secret}`, ...text]
  await runProgram(initdb, durable ? args : [...args, ...hasty], { account: paths.account })
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
      input: `alter role dray password '${password}'\n`,
    },
  )
}

function holdsCluster(cluster: string): boolean {
  if (!fs.existsSync(cluster)) return false
  const file = path.join(cluster, 'PG_VERSION')
  const version = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined
  if (version === major) return true
  if (version === undefined && fs.readdirSync(cluster).length === 0) return false
  const found = version ? `was made by PostgreSQL ${version}` : 'holds no PostgreSQL database'
  throw new OperatorError(
    `${cluster} ${found}, and this version of Dray runs PostgreSQL ${major}: restore a backup into an empty DATA_DIR (dray backup with the old version, dray restore with this one), or set DATABASE_URL`,
  )
}

function removeHalfMade(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-'))
      fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
  }
}

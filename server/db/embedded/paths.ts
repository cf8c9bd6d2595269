import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'
import { type Account, canEnter, lentAccount } from './account.ts'
import { giveTo, makeFolder, ownerOf } from './folders.ts'

/** The paths of one embedded PostgreSQL and the account that it runs as (`undefined`: our own). */
export type ClusterPaths = {
  dataDir: string
  cluster: string
  secret: string
  lock: string
  socketDir: string
  account: Account | undefined
}

/** The port in the name of the socket file. The folder is private, so the port cannot conflict with another server. */
export const port = 5432

/** The folder where root keeps the files that PostgreSQL's account must be able to reach. */
export const systemFolder = '/var/lib/dray'

/**
 * Returns the paths and creates missing folders. The data folder is `wanted`, unless Dray runs as root and PostgreSQL's
 * account cannot enter that folder (a 0700 home). Then it is a system folder whose name is derived from `wanted`.
 *
 * @throws OperatorError that names the remedy, when the folder belongs to another user or cannot be used.
 */
export function preparePaths(wanted: string): ClusterPaths {
  const wantedDir = makeDataDir(wanted)
  const { dataDir, account } = chooseDataDir(wantedDir)
  const cluster = path.join(dataDir, 'postgres')
  refuseForeignCluster(cluster, account)
  return {
    dataDir,
    cluster,
    secret: path.join(dataDir, 'postgres.secret'),
    lock: path.join(dataDir, 'dray.lock'),
    socketDir: prepareSocketDir(dataDir, account),
    account,
  }
}

function makeDataDir(wanted: string): string {
  const folder = path.resolve(wanted)
  try {
    // As root, PostgreSQL's account must be able to enter the folder; an ordinary user's folder is private.
    makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
    return fs.realpathSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(
      `Dray cannot write in its data folder ${folder} (${code}): make it writable for this user, or set DATA_DIR to another folder`,
      { cause: error },
    )
  }
}

/**
 * An existing cluster decides the folder: a wanted folder that becomes reachable later must not get an empty database.
 */
function chooseDataDir(wanted: string): { dataDir: string; account: Account | undefined } {
  const hidden = path.join(systemFolder, shortHash(wanted))
  const here = ownerOf(path.join(wanted, 'postgres'))
  const there = here ? undefined : ownerOf(path.join(hidden, 'postgres'))
  const account = lentAccount(here ?? there)
  if (!account && there) {
    throw new OperatorError(
      `The data of ${wanted} was made by root and is in ${hidden}: start Dray as root, or set DATA_DIR to another folder`,
    )
  }
  if (!account || (!there && canEnter(account, wanted))) return { dataDir: wanted, account }
  if (here) {
    throw new OperatorError(
      `PostgreSQL runs as user id ${account.uid}, which owns the database in ${wanted} but cannot enter that folder: let it pass through the folders above (chmod o+x)`,
    )
  }
  refuseToLendInVain(account)
  makeFolder(hidden, 0o711)
  return { dataDir: hidden, account }
}

/** In some containers, root may not switch to another user. */
function refuseToLendInVain(account: Account): void {
  if (canEnter(account, '/')) return
  throw new OperatorError(
    'PostgreSQL does not run as root, and this system does not let root run it as another account: start Dray as an ordinary user, or set DATABASE_URL',
  )
}

function refuseForeignCluster(cluster: string, account: Account | undefined): void {
  const owner = ownerOf(cluster)?.uid
  const runner = account?.uid ?? process.getuid?.()
  if (owner === undefined || owner === runner) return
  throw new OperatorError(
    `The database in ${cluster} belongs to user id ${owner}, and PostgreSQL runs as user id ${runner} here: start Dray as the owner, change the owner (chown -R), or set DATA_DIR to another folder`,
  )
}

/** Uses the data folder if the path fits into a socket address (103 bytes on macOS), else a temporary folder. */
function prepareSocketDir(dataDir: string, account: Account | undefined): string {
  const near = path.join(dataDir, 'run')
  const name = `dray-${shortHash(dataDir)}`
  const folder = [near, path.join(os.tmpdir(), name)].find(fits) ?? path.join('/tmp', name)
  if (makeFolder(folder, 0o700) || folder === near) giveTo(account, folder)
  const stat = fs.lstatSync(folder)
  const expected = account?.uid ?? process.getuid?.()
  // Any user can create a temporary folder with this name, so the folder must be private and have the right owner.
  if (!stat.isDirectory() || stat.uid !== expected || (stat.mode & 0o077) !== 0) {
    throw new OperatorError(
      `${folder} should be a private folder of user id ${expected}: remove it and start again`,
    )
  }
  return folder
}

const fits = (folder: string): boolean => Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}`)) <= 100

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

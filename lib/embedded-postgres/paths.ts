import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Account, accountForPostgres, canEnter } from './account.ts'
import { type App, EmbeddedPostgresError } from './app.ts'
import { giveTo, makeFolder, ownerOf } from './folders.ts'

/** The paths of one embedded PostgreSQL and the account that it runs as (`undefined`: our own). */
export type ClusterPaths = {
  app: App
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
export const systemFolder = ({ name }: App): string => `/var/lib/${name}`

/**
 * Returns the paths and creates missing folders. The data folder is `wanted`, unless the app runs as root and
 * PostgreSQL's account cannot enter that folder (a 0700 home). Then it is a system folder whose name is derived from
 * `wanted`.
 *
 * @throws EmbeddedPostgresError that names the remedy, when the folder belongs to another user or cannot be used.
 */
export function preparePaths(wanted: string, app: App): ClusterPaths {
  const wantedDir = makeDataDir(wanted, app)
  const { dataDir, account } = chooseDataDir(wantedDir, app)
  const cluster = path.join(dataDir, 'postgres')
  refuseForeignCluster({ cluster, account, app })
  return {
    app,
    dataDir,
    cluster,
    secret: path.join(dataDir, 'postgres.secret'),
    lock: path.join(dataDir, `${app.name}.lock`),
    socketDir: prepareSocketDir({ dataDir, account, app }),
    account,
  }
}

function makeDataDir(wanted: string, { title, remedies }: App): string {
  const folder = path.resolve(wanted)
  try {
    // As root, PostgreSQL's account must be able to enter the folder; an ordinary user's folder is private.
    makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
    return fs.realpathSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EmbeddedPostgresError(
      `${title} cannot write in its data folder ${folder} (${code}): make it writable for this user, or ${remedies.otherFolder}`,
      { cause: error },
    )
  }
}

/**
 * An existing cluster decides the folder: a wanted folder that becomes reachable later must not get an empty database.
 */
function chooseDataDir(wanted: string, app: App): { dataDir: string; account: Account | undefined } {
  const hidden = path.join(systemFolder(app), shortHash(wanted))
  const here = ownerOf(path.join(wanted, 'postgres'))
  const there = here ? undefined : ownerOf(path.join(hidden, 'postgres'))
  const account = accountForPostgres(here ?? there, app)
  if (!account && there) {
    throw new EmbeddedPostgresError(
      `The data of ${wanted} was made by root and is in ${hidden}: start ${app.title} as root, or ${app.remedies.otherFolder}`,
    )
  }
  if (!account || (!there && canEnter(account, wanted))) return { dataDir: wanted, account }
  if (here) {
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as user id ${account.uid}, which owns the database in ${wanted} but cannot enter that folder: let it pass through the folders above (chmod o+x)`,
    )
  }
  refuseToLendInVain(account, app)
  makeFolder(hidden, 0o711)
  return { dataDir: hidden, account }
}

/** In some containers, root may not switch to another user. */
function refuseToLendInVain(account: Account, { title, remedies }: App): void {
  if (canEnter(account, '/')) return
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and this system does not let root run it as another account: start ${title} as an ordinary user, or ${remedies.otherPostgres}`,
  )
}

function refuseForeignCluster({
  cluster,
  account,
  app,
}: Pick<ClusterPaths, 'cluster' | 'account' | 'app'>): void {
  const owner = ownerOf(cluster)?.uid
  const runner = account?.uid ?? process.getuid?.()
  if (owner === undefined || owner === runner) return
  throw new EmbeddedPostgresError(
    `The database in ${cluster} belongs to user id ${owner}, and PostgreSQL runs as user id ${runner} here: start ${app.title} as the owner, change the owner (chown -R), or ${app.remedies.otherFolder}`,
  )
}

/** Uses the data folder if the path fits into a socket address (103 bytes on macOS), else a temporary folder. */
function prepareSocketDir({
  dataDir,
  account,
  app,
}: Pick<ClusterPaths, 'dataDir' | 'account' | 'app'>): string {
  const near = path.join(dataDir, 'run')
  const name = `${app.name}-${shortHash(dataDir)}`
  const folder = [near, path.join(os.tmpdir(), name)].find(fits) ?? path.join('/tmp', name)
  if (makeFolder(folder, 0o700) || folder === near) giveTo(account, folder)
  const stat = fs.lstatSync(folder)
  const expected = account?.uid ?? process.getuid?.()
  // Any user can create a temporary folder with this name, so the folder must be private and have the right owner.
  if (!stat.isDirectory() || stat.uid !== expected || (stat.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `${folder} should be a private folder of user id ${expected}: remove it and start again`,
    )
  }
  return folder
}

const fits = (folder: string): boolean => Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}`)) <= 100

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

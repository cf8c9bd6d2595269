import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { adoptOrphan } from './adopt-orphan.ts'
import { type App, EmbeddedPostgresError } from './app.ts'
import { findBinaries } from './binaries.ts'
import { ensureDatabase, ensureRole, probe, wrongPassword } from './client.ts'
import { prepareCluster, prepareSecret, readSecret, resetPassword } from './cluster.ts'
import { type Holder, type Lock, type Owner, takeLock } from './lock.ts'
import { type ClusterPaths, port, preparePaths } from './paths.ts'
import { type Launch, launchPostmaster, type Postmaster } from './postmaster.ts'
import { readPostmasterFile, removeStaleFiles } from './postmaster-file.ts'
import { postgresArguments } from './settings.ts'
import { supervise } from './supervise.ts'

export type EmbeddedPostgres = {
  /** The socket folder as host, plus port, user, password and database. The role is a superuser. */
  connection: ClientConfig
  /** The same with a role that owns no objects, to serve requests: the app grants it what it needs. */
  serviceConnection: ClientConfig
  /** The actual data folder, which may differ from the requested one. */
  dataDir: string
  /** True if PostgreSQL was already running: an orphan that we adopted, or a server's PostgreSQL that we share. */
  adopted: boolean
  /** The server whose PostgreSQL we share; null if it belongs to this process. */
  serverPid: number | null
  /** Stops PostgreSQL and releases the folder. Does not stop a PostgreSQL that we only share. */
  stop: () => Promise<void>
  /** Adds a callback for when PostgreSQL has ended and could not be restarted. */
  onExit: (listener: (reason: string) => void) => void
}

export type EmbeddedOptions = {
  app: App
  dataDir: string
  owner: Owner
  log: (event: string, fields?: object) => void
  /** Overrides of our PostgreSQL settings, for tests. */
  settings?: Record<string, string>
}

/** Timeout until a command (or a starting server) releases the folder. */
const patienceMs = 15_000

/**
 * Runs PostgreSQL on a data folder, creates the cluster if it does not exist, and restarts PostgreSQL when it ends. A
 * folder has one owner: a second server is refused; a command uses the PostgreSQL of the server that owns the folder.
 *
 * @throws EmbeddedPostgresError whose message names the remedy.
 */
export async function startPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const paths = preparePaths(options.dataDir, options.app)
  for (const givingUpAt = Date.now() + patienceMs; ; await sleep(50)) {
    const taken = takeLock(paths.lock, options.owner)
    if ('lock' in taken) return await own(paths, taken.lock, options)
    const shared = options.owner === 'command' && (await share(paths, taken.holder))
    if (shared) return shared
    const secondServer = options.owner === 'server' && taken.holder.owner === 'server'
    if (secondServer || Date.now() > givingUpAt) throw refusal(paths, taken.holder, options.owner)
  }
}

function refusal({ dataDir, app }: ClusterPaths, { owner, pid }: Holder, asker: Owner): Error {
  if (asker === 'command' && owner === 'server')
    return new EmbeddedPostgresError(
      `The ${app.title} server of ${dataDir} (process ${pid}) is still starting: its PostgreSQL does not answer yet. ` +
        'Try again when it has started',
    )
  const who = owner === 'server' ? `another ${app.title} server` : `a ${app.name} command`
  return new EmbeddedPostgresError(
    `The data folder ${dataDir} is in use by ${who} (process ${pid}): stop that one first, or ${app.remedies.otherFolder}`,
  )
}

/**
 * @returns null while the owner's PostgreSQL accepts no connections, or if the owner is a command, because it will stop
 * soon.
 */
async function share(paths: ClusterPaths, holder: Holder): Promise<EmbeddedPostgres | null> {
  const running = readPostmasterFile(paths.cluster)
  const password = readSecret(paths)
  if (holder.owner !== 'server' || !running?.ready || !password) return null
  const connection = { ...connectionTo(paths, password), host: running.socketDir, port: running.port }
  if ((await probe(connection)) !== 'ok') return null
  const serviceConnection = serviceOf(connection)
  // A server of an older version has not created the role.
  if ((await probe(serviceConnection)) !== 'ok' && (await ensureRole(connection, serviceConnection)) !== 'ok')
    return null
  return {
    connection,
    serviceConnection,
    dataDir: paths.dataDir,
    adopted: true,
    serverPid: holder.pid,
    stop: async () => {},
    onExit: () => {},
  }
}

/** Starts PostgreSQL. The caller must hold the lock on the folder; `stop` or a failed start releases it. */
async function own(paths: ClusterPaths, lock: Lock, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    const { postmaster, ...started } = await bringUp(paths, options)
    const { log } = options
    log('postgres.started', { pid: postmaster.pid, dataDir: paths.dataDir, adopted: started.adopted })
    const supervised = supervise(postmaster, { launch: started.launch, log })
    // If the process exits without `stop()` because of an error, it should not leave PostgreSQL running.
    const onProcessExit = () => {
      supervised.abandon()
      lock.release()
    }
    process.once('exit', onProcessExit)
    const stop = async () => {
      await supervised.stop()
      process.off('exit', onProcessExit)
      lock.release()
    }
    let stopped: Promise<void> | undefined
    return {
      connection: started.connection,
      serviceConnection: serviceOf(started.connection),
      dataDir: paths.dataDir,
      adopted: started.adopted,
      serverPid: null,
      onExit: supervised.onExit,
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function bringUp(paths: ClusterPaths, { log, settings = {} }: EmbeddedOptions) {
  const binaries = findBinaries(paths)
  const password = prepareSecret(paths)
  await prepareCluster(paths, binaries, { durable: settings.fsync !== 'off' })
  const plan = {
    app: paths.app,
    program: binaries.postgres,
    args: postgresArguments(paths, settings),
    cluster: paths.cluster,
    account: paths.account,
    onTrouble: (line: string) => log('postgres.log', { line }),
  }
  const connection = connectionTo(paths, password)
  const obtainOne = (signal?: AbortSignal) => obtain(paths, { plan, connection, signal })
  const obtained = await obtainOne()
  let { postmaster } = obtained
  let answer = await ensureAccess(connection)
  if (answer === wrongPassword) {
    await postmaster.stop()
    await resetPassword(paths, binaries, password)
    postmaster = (await obtainOne()).postmaster
    answer = await ensureAccess(connection)
  }
  if (answer !== 'ok') await stopAndThrow(postmaster, answer)
  const launch = async (signal: AbortSignal) => (await obtainOne(signal)).postmaster
  return { postmaster, launch, connection, adopted: obtained.adopted && postmaster === obtained.postmaster }
}

/** Creates nothing if the service's role can connect, as at nearly every start. @returns the same values as `probe`. */
async function ensureAccess(connection: ClientConfig): Promise<string> {
  const service = serviceOf(connection)
  if ((await probe(service)) === 'ok') return 'ok'
  const answer = await ensureDatabase(connection)
  return answer === 'ok' ? await ensureRole(connection, service) : answer
}

type Obtain = { plan: Launch; connection: ClientConfig; signal: AbortSignal | undefined }

/**
 * Adopts a running PostgreSQL or launches a new one. Backends of a dead postmaster may still be running, or an orphan
 * may be starting; PostgreSQL refuses to run beside them, so the launch is retried for up to 30 s.
 */
async function obtain(paths: ClusterPaths, { plan, connection, signal }: Obtain) {
  let waiting = false
  for (const givingUpAt = Date.now() + 30_000; ; await sleep(200, undefined, { signal })) {
    const orphan = await adoptOrphan(plan, connection)
    if (orphan) return { postmaster: orphan, adopted: true }
    await removeStaleFiles(paths)
    try {
      return { postmaster: await launchPostmaster(plan, signal), adopted: false }
    } catch (error) {
      const busy = /pre-existing shared memory block|lock file .+ already exists/.test(String(error))
      if (!busy || Date.now() > givingUpAt) throw error
      if (!waiting) plan.onTrouble('waiting until the processes of the PostgreSQL before have ended')
      waiting = true
    }
  }
}

async function stopAndThrow(postmaster: Postmaster, answer: string): Promise<never> {
  await postmaster.stop()
  throw new EmbeddedPostgresError(`The embedded PostgreSQL started but does not answer (${answer})`)
}

function connectionTo({ socketDir, app }: ClusterPaths, password: string): ClientConfig {
  return { host: socketDir, port, user: app.name, password, database: app.name, ssl: false }
}

/** Its password is derived from that of the owner, so there is one secret to keep, and to lose. */
function serviceOf(connection: ClientConfig): ClientConfig {
  const password = createHmac('sha256', String(connection.password)).update('service').digest('hex')
  return { ...connection, user: `${connection.user}_service`, password }
}

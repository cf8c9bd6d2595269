import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { banner } from './banner.ts'
import type { Dray } from './compose.ts'
import type { Config } from './config.ts'
import { connectDatabase, type DataHome } from './connect-database.ts'
import { closeDatabase, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { isDatabaseUnavailable } from './db/unavailable.ts'
import { drain } from './drain.ts'
import { type Welcome, welcome } from './first-start.ts'
import { OperatorError } from './lib/operator-error.ts'
import { ensureDefaultTariff } from './pricing/store.ts'
import { outboxNotice } from './sms/notice.ts'
import { type StopOrder, type StopOrders, stopOrders } from './stop-orders.ts'

/** `start` is both; several machines run one of the others each. */
export type Role = 'start' | 'serve' | 'work'

/**
 * Runs until a signal, or throws when it cannot start. Either way what was opened is closed again, and then the process
 * ends: whatever still lingers has nothing left to do.
 */
export async function run(role: Role, config: Config, log: Logger): Promise<void> {
  try {
    const { code } = await runUntilStopped(role, { config, log, orders: stopOrders(log) })
    process.exitCode = code
  } finally {
    setTimeout(() => process.exit(), 250).unref()
  }
}

type Surroundings = { config: Config; log: Logger; orders: StopOrders }

/** The stop goes from the outside in: the calls, the tasks, the connections, and the embedded PostgreSQL last. */
async function runUntilStopped(role: Role, surroundings: Surroundings): Promise<StopOrder> {
  const { config, log, orders } = surroundings
  await using opened = new AsyncDisposableStack()
  // PostgreSQL starts in a process of its own while the code is loaded here.
  const composing = import('./compose.ts')
  const home = await connectDatabase(config, 'server', (event, fields) =>
    log[levelOf(event)](fields ?? {}, event),
  )
  opened.defer(home.stop)
  home.onExit((reason) => orders.give({ reason, code: 1 }))
  const greeted = await whenDatabaseAnswers(() => prepare(home, config, role), log)
  const { compose } = await composing
  const showOutbox = config.development
    ? (sms: { to: string; body: string }) => console.log(outboxNotice(sms, config.baseUrl))
    : null
  const dray = await compose(config, { connection: home.connection, log, showOutbox })
  opened.defer(dray.close)
  if (role !== 'serve') opened.defer(dray.startTasks().stop)
  noteUses(opened, { dray, log })
  if (role !== 'work') await listen(dray, config)
  console.log(role === 'work' ? 'Dray works through its background tasks.' : shown(home, config, greeted))
  const order = await orders.first
  dray.announceStop()
  // Balancers need a moment to see that we are not ready; a developer's Ctrl-C does not.
  if (order.reason === 'SIGTERM' && !config.development) await sleep(3_000)
  // Whoever still waits for photos by then is told so before the connections are cut.
  const patience = setTimeout(dray.abandonWaits, 6_000)
  await drain(dray.app, { deadlineMs: 8_000 })
  clearTimeout(patience)
  return order
}

const shown = ({ dataDir }: DataHome, { baseUrl }: Config, greeted: Welcome | null): string =>
  banner({ baseUrl, dataHome: dataDir ?? 'DATABASE_URL', welcome: greeted })

/** That the database started is said by the banner; anything else it does by itself is news. */
const levelOf = (event: string) => (event === 'postgres.started' ? 'debug' : 'warn')

/** A machine that starts everything at once may have us up before our database; what we do with it may be repeated. */
async function whenDatabaseAnswers<T>(work: () => Promise<T>, log: Logger): Promise<T> {
  for (const givingUpAt = Date.now() + 30_000; ; await sleep(500)) {
    try {
      return await work()
    } catch (err) {
      if (!isDatabaseUnavailable(err) || Date.now() > givingUpAt) throw err
      log.warn({ err }, 'waiting for the database')
    }
  }
}

/** Over a connection of its own: a migration may take longer than a call ever should. */
async function prepare({ connection }: DataHome, config: Config, role: Role): Promise<Welcome | null> {
  const database = openDatabase({ connection, maxConnections: 2, statementTimeoutMs: 0, onError: () => {} })
  try {
    await migrate(database.kysely)
    await ensureDefaultTariff(database)
    // Shown this once and kept nowhere, so it is made only by a role that shows it.
    if (role === 'work') return null
    const { serviceName: service, rateLimitPerMinute } = config
    return await welcome(database.kysely, { service, rateLimitPerMinute })
  } finally {
    await closeDatabase(database)
  }
}

function noteUses(opened: AsyncDisposableStack, { dray, log }: { dray: Dray; log: Logger }): void {
  const write = () => dray.lastUsed.flush().catch((err) => log.warn({ err }, 'last use not written'))
  const timer = setInterval(() => void write(), 10_000)
  opened.defer(() => clearInterval(timer))
}

/** @throws OperatorError when somebody else has the port. */
async function listen({ app }: Dray, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: () => 'listening' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw error
    throw new OperatorError(`Dray cannot listen on ${host}:${port} (${code}): set PORT or HOST to others`)
  }
}

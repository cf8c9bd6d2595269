import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { banner } from './banner.ts'
import type { Dray } from './compose.ts'
import type { Config } from './config.ts'
import { connectDatabase, type DataHome } from './connect-database.ts'
import { closeDatabase, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { drain } from './drain.ts'
import { type Welcome, welcome } from './first-start.ts'
import { ensureDefaultTariff } from './pricing/store.ts'
import { outboxNotice } from './sms/notice.ts'
import type { Tasks } from './tasks/index.ts'

/** `start` is both; several machines run one of the others each. */
export type Role = 'start' | 'serve' | 'work'

/**
 * Runs until a signal. The stop goes from the outside in: no new calls, calls finished, tasks finished, connections
 * closed, and the embedded PostgreSQL last.
 */
export async function run(role: Role, config: Config, log: Logger): Promise<void> {
  // PostgreSQL starts in a process of its own while the code is loaded here.
  const [home, { compose }] = await Promise.all([
    connectDatabase(config, 'server', (event, fields) => log.info(fields ?? {}, event)),
    import('./compose.ts'),
  ])
  const showOutbox = config.development
    ? (sms: { to: string; body: string }) => console.log(outboxNotice(sms, config.baseUrl))
    : null
  const greeted = await prepare(home, config)
  const dray = await compose(config, { connection: home.connection, log, showOutbox })
  const tasks = role === 'serve' ? null : dray.startTasks()
  const uses = setInterval(
    () => void dray.lastUsed.flush().catch((err) => log.warn({ err }, 'last use not written')),
    10_000,
  )
  if (role !== 'work') await listen(dray, config)
  const running: Running = { dray, home, tasks, log, config, beforeClose: () => clearInterval(uses) }
  stopOnSignals(running)
  if (role === 'work') console.log('Dray works through its background tasks.')
  else
    console.log(
      banner({ baseUrl: config.baseUrl, dataHome: home.dataDir ?? 'DATABASE_URL', welcome: greeted }),
    )
}

/** Over a connection of its own: a migration may take longer than a call ever should. */
async function prepare({ connection }: DataHome, config: Config): Promise<Welcome | null> {
  const database = openDatabase({ connection, maxConnections: 2, statementTimeoutMs: 0, onError: () => {} })
  try {
    await migrate(database.kysely)
    await ensureDefaultTariff(database)
    const { serviceName: service, rateLimitPerMinute } = config
    return await welcome(database.kysely, { service, rateLimitPerMinute })
  } finally {
    await closeDatabase(database)
  }
}

async function listen({ app }: Dray, { host, port }: Config): Promise<void> {
  await app.listen({ host, port, listenTextResolver: () => 'listening' })
}

type Running = {
  dray: Dray
  home: DataHome
  tasks: Tasks | null
  log: Logger
  config: Config
  beforeClose: () => void
}

function stopOnSignals(running: Running): void {
  const { log, home } = running
  let stopping = false
  const stop = (reason: string, code: number) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    // Whatever hangs, the process is gone within 15 s of being asked.
    setTimeout(() => process.exit(code || 1), 14_500).unref()
    stopAll(running, reason).then(
      () => process.exit(code),
      (err: unknown) => {
        log.error({ err }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal, 0))
  home.onExit((reason) => stop(reason, 1))
  // After either nobody knows what state we are in: finish what runs and let the supervisor start us anew.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (err: unknown) => {
      log.fatal({ err }, event)
      stop(event, 1)
    })
  }
}

async function stopAll({ dray, home, tasks, config, beforeClose }: Running, reason: string): Promise<void> {
  dray.announceStop()
  // Balancers need a moment to see that we are not ready; a developer's Ctrl-C does not.
  if (reason === 'SIGTERM' && !config.development) await sleep(3_000)
  await drain(dray.app, { deadlineMs: 8_000 })
  beforeClose()
  await tasks?.stop()
  await dray.close()
  await home.stop()
}

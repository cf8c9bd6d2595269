import type { Command } from 'commander'
import { loadSettings } from '../config/load-settings.ts'
import { type Config, readConfig } from '../config/read-config.ts'
import { doctor } from '../doctor/doctor.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { withChosenPort } from '../start/choose-port.ts'
import { consoleLog, createLog } from '../start/log.ts'
import { type Role, run } from '../start/run.ts'
import { inEnglish } from '../texts/coded.ts'

const roles: Record<Role, string> = {
  start: 'run everything: HTTP, background tasks and, without DATABASE_URL, PostgreSQL',
  serve: 'serve HTTP only (several machines; needs DATABASE_URL)',
  work: 'run background tasks only (several machines; needs DATABASE_URL)',
}

export function addRoleCommands(dray: Command): void {
  for (const [role, description] of Object.entries(roles) as [Role, string][]) {
    dray
      .command(role)
      .description(description)
      .action(async () => {
        const loaded = loadSettings(process.env)
        const settings = role === 'work' ? loaded : await withChosenPort(loaded)
        const config = readConfig(settings.env)
        requireSharedDatabase(role, config)
        const lines = consoleLog((text) => void process.stderr.write(text))
        const isTerminal = config.development && process.stderr.isTTY
        const log = isTerminal ? createLog(config.logLevel, lines.write) : createLog(config.logLevel)
        for (const warning of settings.warnings) log.warn(inEnglish(warning))
        // The log is buffered until the banner is printed; it is also shown when the start fails.
        await run(role, settings, { log, doctor, onStarted: lines.release }).finally(lines.release)
      })
  }
}

/**
 * `serve` and `work` need a shared database: each embedded PostgreSQL would be separate, and a worker would not see a
 * server's jobs.
 */
function requireSharedDatabase(role: Role, { databaseUrl }: Config): void {
  if (role === 'start' || databaseUrl) return
  throw new OperatorError(
    `dray ${role} is one of several machines on one database: set DATABASE_URL, or run everything with npm start`,
  )
}

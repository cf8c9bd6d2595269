import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { createLog } from '../log.ts'
import { type Role, run } from '../run.ts'

const roles: Record<Role, string> = {
  start: 'run everything: HTTP, background tasks and, without DATABASE_URL, PostgreSQL',
  serve: 'answer HTTP only (several machines; needs DATABASE_URL)',
  work: 'work through background tasks only (several machines; needs DATABASE_URL)',
}

export function addRoleCommands(dray: Command): void {
  for (const [role, description] of Object.entries(roles) as [Role, string][]) {
    dray
      .command(role)
      .description(description)
      .action(async () => {
        const config = readConfig(process.env)
        requireSharedDatabase(role, config)
        await run(role, config, createLog(config.logLevel))
      })
  }
}

/** Beside an embedded PostgreSQL of its own each would be alone with its data: work that nobody does, calls nobody sees. */
function requireSharedDatabase(role: Role, { databaseUrl }: Config): void {
  if (role === 'start' || databaseUrl) return
  throw new OperatorError(
    `dray ${role} is one of several machines on one database: set DATABASE_URL, or run everything with npm start`,
  )
}

import type { Command } from 'commander'
import { readConfig } from '../config.ts'
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
        await run(role, config, createLog(config.logLevel))
      })
  }
}

import { type Command, InvalidArgumentError } from 'commander'
import { listAudit } from '../db/audit.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addAuditCommands(dray: Command): void {
  dray
    .command('audit')
    .description('what operators changed')
    .command('list')
    .description('who did what and when, newest last')
    .option('--limit <count>', 'how many of the newest', count, 1_000)
    .option(...jsonOption)
    .action(async ({ limit, json }: { limit: number; json: boolean }) =>
      show(await withDatabase(({ kysely }) => listAudit(kysely, { limit })), json),
    )
}

function count(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 100_000) return value
  throw new InvalidArgumentError('must be a whole number from 1 to 100000')
}

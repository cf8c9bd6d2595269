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
    .description('list who did what and when, newest last')
    .option('--limit <count>', 'how many of the newest changes', count, 1_000)
    .option(...jsonOption)
    .action(async ({ limit, json }: { limit: number; json: boolean }) => {
      const events = await withDatabase(({ kysely }) => listAudit(kysely, { limit }))
      show(json ? events : events.map(inWords), json)
    })
}

type Event = Awaited<ReturnType<typeof listAudit>>[number]

const inWords = ({ actor_type, actor_name, targets, changes, reason, ...event }: Event) => ({
  ...event,
  by: `${actor_name} (${actor_type})`,
  reason,
  changes: changes && Object.entries(changes).map(changeInWords).join(', '),
  targets: targets.map(({ type, id }) => `${type} ${id}`).join(', '),
})

const changeInWords = ([name, { from, to }]: [string, { from: unknown; to: unknown }]): string =>
  `${name}: ${valueInWords(from)} -> ${valueInWords(to)}`

const valueInWords = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? 'none' : JSON.stringify(value)

function count(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 100_000) return value
  throw new InvalidArgumentError('must be a whole number from 1 to 100000')
}

import { type Command, InvalidArgumentError } from 'commander'
import type { Kysely } from 'kysely'
import { auditActs } from '#contract/audit-acts.ts'
import { type AuditFilters, findAuditEvents } from '../db/find-audit-events.ts'
import type { Tables } from '../db/tables.ts'
import { instantOf } from './instant.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { addVerify } from './verify-audit.ts'
import { withDatabase } from './with-database.ts'

export function addAuditCommands(dray: Command): void {
  const audit = dray.command('audit').description('what operators changed')
  addVerify(audit)
  audit
    .command('list')
    .description('list who did what and when, newest last')
    .option('--limit <count>', 'how many of the newest changes', count, 1_000)
    .option('--act <act>', 'only this act, such as key.revoke, or all acts on a thing: key', act)
    .option('--actor <name|id>', 'only of this person, by the whole name or id')
    .option('--target <id>', 'only on what has this id')
    .option('--from <instant>', 'not before, such as 2027-01-31T12:00:00Z, or a day (UTC)', instant)
    .option('--to <instant>', 'only before', instant)
    .option(...jsonOption)
    .action(async ({ json, ...filters }: Filters & { json: boolean }) => {
      const events = await withDatabase(({ kysely }) => listEvents(kysely, filters))
      show(json ? events : events.map(inWords), json)
    })
}

type Filters = Pick<AuditFilters, 'limit' | 'act' | 'actor' | 'target' | 'from' | 'to'>

/** The newest events that the filters let through, newest last. */
async function listEvents(kysely: Kysely<Tables>, filters: Filters) {
  const rows = await findAuditEvents(kysely, filters)
  return rows.toReversed().map(({ at, actor_type, actor_name, act, targets, reason, changes }) => ({
    at,
    actor_type,
    actor_name,
    act,
    targets,
    reason,
    changes,
  }))
}

type Event = Awaited<ReturnType<typeof listEvents>>[number]

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

function act(text: string): string {
  if (auditActs.some((each) => each === text || each.startsWith(`${text}.`))) return text
  throw new InvalidArgumentError('must be an act of the log, such as key.revoke, or a thing: key')
}

function instant(text: string): string {
  const at = instantOf(text)
  if (at) return at.toISOString()
  throw new InvalidArgumentError('must be an instant such as 2027-01-31T12:00:00Z, or a day (UTC)')
}

function count(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 100_000) return value
  throw new InvalidArgumentError('must be a whole number from 1 to 100000')
}

import { type Command, InvalidArgumentError } from 'commander'
import type { Kysely } from 'kysely'
import { auditActs } from '#contract/audit-acts.ts'
import { type Head, verifyChain } from '../audit/chain.ts'
import { checkHeads, headsFileIn, readKeptHeads } from '../audit/heads.ts'
import { type AuditFilters, findAuditEvents } from '../db/find-audit-events.ts'
import { canChangeAudit } from '../db/service-role.ts'
import type { Tables } from '../db/tables.ts'
import { instantOf, jsonOption } from './options.ts'
import { show } from './output.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

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

/** The newest matching events, newest last. */
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

function addVerify(audit: Command): void {
  audit
    .command('verify')
    .description('check that no event was changed, cut or slipped in; exits with 1 when one was')
    .option(
      '--head <position:hash>',
      'a head that you kept elsewhere, as this command or the log told it',
      head,
    )
    .option(...jsonOption)
    .action(async ({ json, head }: { json: boolean; head?: Head }) => {
      const verified = await withDatabase((context) => verify(context, head))
      if (!verified.ok) process.exitCode = 1
      show(json ? verified : verifiedInWords(verified), json)
    })
}

async function verify({ kysely, config }: CommandContext, given: Head | undefined) {
  const { links, head, faults } = await verifyChain(kysely)
  const kept = await readKeptHeads(headsFileIn(config.dataDir))
  const heads = [...kept, ...(given ? [{ ...given, at: null }] : [])]
  const { faults: headFaults, restores } = await checkHeads(kysely, heads)
  return {
    ok: faults.length === 0 && headFaults.length === 0,
    events: links,
    head,
    faults,
    heads: heads.length,
    head_faults: headFaults,
    restores,
    protected: !(await canChangeAudit(kysely)),
  }
}

const verifiedInWords = ({
  head,
  faults,
  head_faults,
  restores,
  ...verified
}: Awaited<ReturnType<typeof verify>>) => ({
  ...verified,
  head: `${head.position}:${head.hash}`,
  faults: faults
    .map(({ fault, event_id, position }) => `event ${event_id}: ${fault} (place ${position ?? 'none'})`)
    .join(', '),
  head_faults: head_faults
    .map(({ fault, position, at }) => `${fault}: place ${position} (${at ?? 'given'})`)
    .join(', '),
  restores: restores
    .map(
      ({ event_id, at, heads_left_out }) =>
        `event ${event_id} (${at.toISOString()}): left out ${heads_left_out} heads from before it`,
    )
    .join(', '),
})

function head(text: string): Head {
  const found = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text)
  if (found) return { position: Number(found[1]), hash: String(found[2]) }
  throw new InvalidArgumentError(
    'must be a position and a hash, such as 42:9f86…, as `dray audit verify` prints it',
  )
}

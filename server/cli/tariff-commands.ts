import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { OperatorError } from '../lib/operator-error.ts'
import { InvalidTariff, parseTariff } from '../pricing/parse-tariff.ts'
import { addTariff, tariffFor } from '../pricing/store.ts'
import { instantOf, jsonOption, reasonOption, requireUuid } from './options.ts'
import { show } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addTariffCommands(dray: Command): void {
  const tariff = dray
    .command('tariff')
    .description('what a job costs; jobs keep the tariff they were priced with')
  tariff
    .command('show')
    .description('show the tariff in force now; with --json as a file that `tariff set` reads')
    .option('--partner <id>', 'that of the partner, if it has one')
    .option(...jsonOption)
    .action(async ({ partner, json }: { partner?: string; json: boolean }) => {
      const partnerId = partner ? requireUuid(partner) : null
      const inForce = await withDatabase((database) => tariffFor(database, partnerId, new Date()))
      show({ tariff_id: inForce.id, ...inForce.tariff }, json)
    })
  tariff
    .command('set <file>')
    .description('put a tariff in force, now or from a given instant')
    .option('--partner <id>', 'for that partner only')
    .option('--starts-at <instant>', 'such as 2027-01-31T12:00:00Z; default now', instant)
    .option(...reasonOption)
    .option(...jsonOption)
    .action(setTariff)
}

async function setTariff(
  file: string,
  { partner, startsAt, reason, json }: { partner?: string; startsAt?: Date; reason?: string; json: boolean },
): Promise<void> {
  const terms = readTerms(file)
  const partnerId = partner ? requireUuid(partner) : null
  const given = { partnerId, startsAt: startsAt ?? new Date(), terms }
  const added = await withDatabase((context) =>
    addTariff(context, { ...given, by: { actor: context.actor, reason } }),
  ).catch((error: unknown) => {
    throw error instanceof InvalidTariff && partner
      ? new OperatorError(`There is no partner ${partner}`)
      : error
  })
  show({ tariff_id: added.id, partner_id: partnerId, starts_at: added.startsAt.toISOString() }, json)
}

function instant(text: string): Date {
  const at = instantOf(text)
  if (at) return at
  throw new InvalidArgumentError('must be an instant such as 2027-01-31T12:00:00Z, or a date (UTC)')
}

function readTerms(file: string): unknown {
  // The output of `tariff show` has the id of its row; the new tariff gets a new id.
  const { tariff_id: _, ...terms } = readJson(file)
  const parsed = parseTariff(terms)
  if (parsed.ok) return terms
  const faults = Object.entries(parsed.faults).map(([field, fault]) => `  - ${field} ${fault}`)
  throw new OperatorError(`The tariff has faults:\n${faults.join('\n')}`)
}

function readJson(file: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code) throw new OperatorError(`${file} cannot be read (${code})`)
    throw new OperatorError(`${file} is not JSON: ${message}`)
  }
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new OperatorError(`${file} is not a tariff; \`dray tariff show --json\` prints one to start from`)
}

import { type Command, InvalidArgumentError, Option } from 'commander'
import { type KeyMode, keyModes } from '#contract/vocabulary.ts'
import { issueKey, type Overlap, overlaps, regenerateKey, revokeKey } from '../keys/issue.ts'
import { listKeys } from '../keys/store.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { partnerExists } from '../partners/store.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { requireUuid } from './require-uuid.ts'
import { withDatabase } from './with-database.ts'

export function addKeyCommands(dray: Command): void {
  const key = dray.command('key').description('API keys; a value is shown once, when it is made')
  key
    .command('create')
    .requiredOption('--partner <id>')
    .option('--rate-limit <calls>', 'calls per 60 seconds', wholeNumber)
    .addOption(new Option('--mode <mode>').choices([...keyModes]).default('live'))
    .option(...jsonOption)
    .action(createKey)
  key
    .command('list')
    .option(...jsonOption)
    .action(async ({ json }: { json: boolean }) =>
      show(await withDatabase(({ kysely }) => listKeys(kysely)), json),
    )
  key
    .command('revoke <key-id>')
    .description('answer 403 from now on, on every node within 2 seconds')
    .option(...jsonOption)
    .action(revoke)
  key
    .command('regenerate <key-id>')
    .description('a new value for the same key: its jobs stay readable and its counter goes on')
    .addOption(
      new Option('--overlap <span>', 'how long the old value keeps working')
        .choices(Object.keys(overlaps))
        .default('0'),
    )
    .option(...jsonOption)
    .action(regenerate)
}

type CreateOptions = { partner: string; rateLimit?: number; mode: KeyMode; json: boolean }

async function createKey({ partner, rateLimit, mode, json }: CreateOptions): Promise<void> {
  const partnerId = requireUuid(partner)
  const issued = await withDatabase(async ({ kysely, config }) => {
    if (!(await partnerExists(kysely, partnerId))) throw new OperatorError(`There is no partner ${partner}`)
    const order = { partnerId, mode, rateLimitPerMinute: rateLimit ?? config.rateLimitPerMinute }
    return issueKey({ kysely, service: config.serviceName }, order)
  })
  show({ key_id: issued.keyId, api_key: issued.apiKey }, json)
}

async function revoke(id: string, { json }: { json: boolean }): Promise<void> {
  const keyId = requireUuid(id)
  const done = await withDatabase(({ kysely, config }) =>
    revokeKey({ kysely, service: config.serviceName }, keyId),
  )
  if (!done) throw new OperatorError(`There is no key ${id}`)
  show({ key_id: keyId, revoked: true }, json)
}

async function regenerate(id: string, { overlap, json }: { overlap: Overlap; json: boolean }): Promise<void> {
  const keyId = requireUuid(id)
  const issued = await withDatabase(({ kysely, config }) =>
    regenerateKey({ kysely, service: config.serviceName }, { keyId, overlap }),
  )
  if (!issued) throw new OperatorError(`There is no key ${id}, or it is revoked`)
  show({ key_id: issued.keyId, api_key: issued.apiKey }, json)
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 100_000) return value
  throw new InvalidArgumentError('must be a whole number from 1 to 100000')
}

import { type Command, InvalidArgumentError, Option } from 'commander'
import { type KeyMode, keyModes } from '#contract/vocabulary.ts'
import { createKey, endOverlap, revokeKeyBy, rotateKeyBy, updateKey } from '../keys/administer.ts'
import { listKeys } from '../keys/find-keys.ts'
import { type Overlap, overlaps } from '../keys/issue.ts'
import { holdServiceName } from '../keys/rename-service.ts'
import type { KeySettings } from '../keys/store.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { partnerExists } from '../partners/store.ts'
import { instantOf, jsonOption, reasonOption, requireUuid } from './options.ts'
import { say, show } from './output.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

export function addKeyCommands(dray: Command): void {
  const key = dray.command('key').description('API keys; a value is shown only once, when it is made')
  addCreate(key)
  key
    .command('list')
    .description(
      'list all keys, oldest first, with their last four characters; never a value. old_prefix: the value is refused since the service was renamed; old_values: the old values that still work',
    )
    .option(...jsonOption)
    .action(list)
  addUpdate(key)
  key
    .command('revoke <key-id>')
    .description('refuse the key with 403 from now on, on every node within 2 seconds')
    .option(...reasonOption)
    .option(...jsonOption)
    .action(revoke)
  key
    .command('regenerate <key-id>')
    .description(
      'give the key a new value, for example after a leak; its jobs stay readable and its counter goes on. At most three values work at once: a fourth ends the oldest, which the command names (`key list` shows them before)',
    )
    .addOption(
      new Option('--overlap <span>', 'how long the old value keeps working')
        .choices(Object.keys(overlaps))
        .default('0'),
    )
    .option(...reasonOption)
    .option(...jsonOption)
    .action(rotate)
  key
    .command('end-overlap <key-id>')
    .description('refuse the old values of the key from now on; the newest works on')
    .option(...reasonOption)
    .option(...jsonOption)
    .action(endOldValues)
}

function addCreate(key: Command): void {
  key
    .command('create')
    .description('make a key for a partner and print its value, this one time')
    .requiredOption('--partner <id>', 'the partner_id of `dray partner list`')
    .option('--rate-limit <calls>', 'calls per 60 seconds (default: RATE_LIMIT_PER_MINUTE)', rateLimit)
    .addOption(
      new Option('--mode <mode>', 'jobs of test keys text nobody and reach no carrier')
        .choices([...keyModes])
        .default('live'),
    )
    .option('--label <text>', 'to tell the keys of a partner apart', label)
    .option('--expires <instant>', 'refuse the key with 403 from then on', expiry)
    .option(...reasonOption)
    .option(...jsonOption)
    .action(create)
}

function addUpdate(key: Command): void {
  key
    .command('update <key-id>')
    .description('change a key while it is in use; takes effect on every node within 2 seconds')
    .option('--rate-limit <calls>', 'calls per 60 seconds; calls already counted stay counted', rateLimit)
    .option('--label <text>', 'to tell the keys of a partner apart; an empty text removes it', label)
    .option('--expires <instant>', 'refuse the key with 403 from then on; `never` removes the expiry', expiry)
    .option(...reasonOption)
    .option(...jsonOption)
    .action(update)
}

async function list({ json }: { json: boolean }): Promise<void> {
  const keys = await withDatabase(({ kysely }) => listKeys(kysely))
  const inWords = ({ last_four, ends_at, last_used_at }: (typeof keys)[number]['old_values'][number]) =>
    `…${last_four} until ${instant(ends_at)}, ${used(last_used_at)}`
  show(
    json ? keys : keys.map((key) => ({ ...key, old_values: key.old_values.map(inWords).join('; ') || null })),
    json,
  )
}

const instant = (at: Date | string | null): string => (at === null ? '-' : new Date(at).toISOString())
const used = (at: Date | string | null): string => (at === null ? 'never used' : `last used ${instant(at)}`)

type Options = { reason?: string; json: boolean }
type CreateOptions = Options & KeyOptions & { partner: string; mode: KeyMode }

async function create({ partner, mode, reason, json, ...options }: CreateOptions): Promise<void> {
  const partnerId = requireUuid(partner)
  const { rate_limit_per_minute, label, expires_at } = keySettings(options)
  const issued = await withDatabase(async ({ kysely, config, actor }) => {
    if (!(await partnerExists(kysely, partnerId))) throw new OperatorError(`There is no partner ${partner}`)
    const rateLimitPerMinute = rate_limit_per_minute ?? config.rateLimitPerMinute
    const settings = { rateLimitPerMinute, label, expiresAt: expires_at }
    const order = { partnerId, mode, ...settings, by: { actor, reason } }
    return createKey({ kysely, service: await serviceName({ kysely, config }) }, order)
  })
  show({ key_id: issued.keyId, api_key: issued.apiKey }, json)
  say('The value is shown only now; Dray keeps a hash of it.', json)
}

async function update(id: string, { reason, json, ...options }: Options & KeyOptions): Promise<void> {
  const keyId = requireUuid(id)
  const settings = keySettings(options)
  if (Object.keys(settings).length === 0)
    throw new OperatorError('Say what to change: --rate-limit, --label or --expires')
  const updated = await withDatabase(({ kysely, actor }) =>
    updateKey({ kysely }, { keyId, settings, by: { actor, reason } }),
  )
  if (!updated) throw new OperatorError(`There is no key ${id}, or it is revoked`)
  show({ key_id: keyId, ...updated }, json)
}

async function revoke(id: string, { reason, json }: Options): Promise<void> {
  const keyId = requireUuid(id)
  const done = await withDatabase(
    ({ kysely, actor }) => revokeKeyBy({ kysely }, { keyId, by: { actor, reason } }),
    { takesAnyKey: true },
  )
  if (!done) throw new OperatorError(`There is no key ${id}`)
  show({ key_id: keyId, revoked: true }, json)
}

async function endOldValues(id: string, { reason, json }: Options): Promise<void> {
  const keyId = requireUuid(id)
  const done = await withDatabase(
    ({ kysely, actor }) => endOverlap({ kysely }, { keyId, by: { actor, reason } }),
    { takesAnyKey: true },
  )
  if (!done) throw new OperatorError(`There is no key ${id}`)
  show({ key_id: keyId, old_values_ended: true }, json)
}

async function rotate(id: string, { overlap, reason, json }: Options & { overlap: Overlap }) {
  const keyId = requireUuid(id)
  const issued = await withDatabase(async ({ kysely, config, actor }) => {
    const service = await serviceName({ kysely, config })
    return rotateKeyBy({ kysely, service }, { keyId, overlap, by: { actor, reason } })
  })
  if (!issued) throw new OperatorError(`There is no key ${id}, or it is revoked`)
  const { keyId: key_id, apiKey: api_key } = issued
  // Only three values of a key are valid concurrently; without an overlap all old ones end.
  const ended = overlap === '0' ? [] : issued.ended
  show({ key_id, api_key, ...(json && ended.length > 0 && { ended_values: ended }) }, json)
  const old = overlap === '0' ? 'is refused within 2 seconds, on every node' : `works for another ${overlap}`
  say(`The value is shown only now; Dray keeps a hash of it. The old value ${old}.`, json)
  for (const { last_four, last_used_at } of ended)
    say(`The value …${last_four} (${used(last_used_at)}) ended with this: at most three work at once.`, json)
}

/**
 * Returns the recorded service name. Servers refuse keys that begin with another name.
 *
 * @throws OperatorError when another name was recorded concurrently.
 */
async function serviceName({ kysely, config }: Pick<CommandContext, 'kysely' | 'config'>): Promise<string> {
  const recorded = await holdServiceName(kysely, config.serviceName)
  if (recorded === config.serviceName) return recorded
  throw new OperatorError('The service name was recorded while this command ran: run it again')
}

/** Requests per 60 seconds, in the range that `api_key` accepts. */
function rateLimit(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 100_000) return value
  throw new InvalidArgumentError('must be a whole number from 1 to 100000')
}

/** An empty text removes the label. Not null, because Commander turns a `null` from a parser into a string. */
function label(text: string): string {
  const trimmed = text.trim()
  if ([...trimmed].length > 100 || /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(trimmed))
    throw new InvalidArgumentError('must be one line of at most 100 characters')
  return trimmed
}

function expiry(text: string): Date | 'never' {
  if (text === 'never') return text
  const at = instantOf(text)
  if (at) return at
  throw new InvalidArgumentError('must be an instant such as 2027-01-31T12:00:00Z, a date (UTC), or never')
}

/** Options from the command line; absent if not given. */
type KeyOptions = { rateLimit?: number; label?: string; expires?: Date | 'never' }

/** The options as columns of the row; options that were not given are absent. */
const keySettings = ({ rateLimit, label, expires }: KeyOptions): Partial<KeySettings> => ({
  ...(rateLimit !== undefined && { rate_limit_per_minute: rateLimit }),
  ...(label !== undefined && { label: label || null }),
  ...(expires !== undefined && { expires_at: expires === 'never' ? null : expires }),
})

import { type Command, InvalidArgumentError, Option } from 'commander'
import { type CarrierStatus, carrierStatuses } from '#contract/vocabulary.ts'
import { type Judgement, judgeCarrier, judgements } from '../accounts/carriers/judge.ts'
import { findCarrier, findProfile, listCarriers } from '../accounts/carriers/list-carriers.ts'
import { readCarrier } from '../accounts/carriers/read-carrier.ts'
import { missingDocuments, type NeededDocuments } from '../accounts/documents/document.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { jsonOption, parseReason, requireUuid } from './options.ts'
import { show } from './output.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

const maxCarriers = 1_000

export function addCarrierCommands(dray: Command): void {
  const carrier = dray.command('carrier').description('carriers: approve, reject, suspend, reinstate')
  carrier
    .command('list')
    .description(`list at most ${maxCarriers} carriers, the longest waiting first`)
    .addOption(
      new Option('--status <status>', 'only carriers with this status').choices([...carrierStatuses]),
    )
    .option(...jsonOption)
    .action(async ({ status, json }: { status?: CarrierStatus; json: boolean }) => {
      const asked = { status: status ?? null, limit: maxCarriers }
      show(await withDatabase(({ kysely }) => listCarriers(kysely, asked)), json)
    })
  carrier
    .command('show <account-id>')
    .description('show one carrier in full, with the phone number')
    .option(...jsonOption)
    .action(async (id: string, { json }: { json: boolean }) => {
      const accountId = requireUuid(id)
      const found = await withDatabase((context) => whole(context, accountId))
      if (!found) throw new OperatorError(`There is no carrier ${id}`)
      show(found, json)
    })
  addJudgement(carrier, 'approve', 'let a carrier accept jobs')
  addJudgement(carrier, 'reject', 'turn a carrier down; the carrier can apply again by saving the profile')
  addJudgement(
    carrier,
    'suspend',
    'stop a carrier from accepting new jobs; the carrier keeps the jobs already accepted',
  )
  addJudgement(carrier, 'reinstate', 'undo suspend')
}

const explained: Judgement[] = ['reject', 'suspend']

/** Decisions that approve a profile: they fail if the profile has changed since it was read. */
const lettingIn: Judgement[] = ['approve', 'reinstate']

function addJudgement(carrier: Command, judgement: Judgement, description: string): void {
  const command = carrier.command(`${judgement} <account-id>`).description(description)
  if (explained.includes(judgement))
    command.requiredOption(
      '--reason <text>',
      'shown to the carrier, so write it in their language',
      parseReason,
    )
  if (lettingIn.includes(judgement))
    command.option(
      '--seen <instant>',
      'only if the profile still has this `updated_at` of `carrier show`',
      readInstant,
    )
  command.option(...jsonOption).action((id: string, options: Options) => judge(judgement, id, options))
}

type Options = { reason?: string; seen?: Date; json: boolean }

function readInstant(text: string): Date {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) throw new InvalidArgumentError('Not an instant')
  return instant
}

async function judge(judgement: Judgement, id: string, { reason, seen, json }: Options): Promise<void> {
  const accountId = requireUuid(id)
  const text = reason?.trim() ?? null
  if (text !== null && (text === '' || text.length > 300))
    throw new OperatorError('The reason must have 1 to 300 characters')
  const act = async ({ kysely, actor, config: { neededDocuments: needed, profileRule } }: CommandContext) => {
    const profile = await findProfile(kysely, accountId)
    if (!profile) throw new OperatorError(`There is no carrier ${id}`)
    const { status: before, updated_at, ...approved } = profile
    const seenAt = lettingIn.includes(judgement) ? { seenAt: seen ?? updated_at } : {}
    const status = await judgeCarrier(kysely, {
      accountId,
      judgement,
      by: { actor, reason: text },
      needed,
      profileRule,
      ...seenAt,
    })
    if (!status) throw await whyNot(kysely, { accountId, judgement, before, needed })
    return { status, ...(lettingIn.includes(judgement) ? { approved } : {}) }
  }
  const judged = await withDatabase(act, { takesAnyKey: judgement === 'suspend' })
  show({ account_id: accountId, reason: text, ...judged }, json)
}

type Refused = { accountId: string; judgement: Judgement; before: CarrierStatus; needed: NeededDocuments }

async function whyNot(kysely: CommandContext['kysely'], { accountId, judgement, before, needed }: Refused) {
  const status = (await findProfile(kysely, accountId))?.status ?? before
  const from: readonly CarrierStatus[] = judgements[judgement].from
  if (!from.includes(status))
    return new OperatorError(`The carrier is ${status}; ${judgement} is for ${from.join(' or ')}`)
  const missing = judgement === 'approve' ? await missingDocuments(kysely, { accountId, needed }) : []
  if (missing.length > 0)
    return new OperatorError(`No accepted and valid document of: ${missing.join(', ')} (CARRIER_DOCUMENTS)`)
  return new OperatorError(
    'The profile was changed meanwhile; look at it with `carrier show` and decide again',
  )
}

async function whole({ pool, kysely, config }: CommandContext, accountId: string) {
  const carrier = await readCarrier(pool, { accountId, processor: config.paymentProcessor.name })
  const row = await findCarrier(kysely, accountId)
  if (!carrier || !row) return null
  return {
    account_id: accountId,
    status: carrier.status,
    status_reason: carrier.statusReason,
    name: carrier.name,
    phone: row.phone,
    vehicle_size: carrier.vehicleSize,
    vehicle: carrier.vehicle,
    plate: carrier.plate,
    base_address: carrier.baseAddress,
    base_place: carrier.basePlace,
    base: carrier.base,
    radius_km: carrier.radiusKm,
    payouts_ready: carrier.payoutsReady,
    rating: carrier.rating,
    strikes: carrier.strikes,
    account_suspended_at: row.account_suspended_at,
    created_at: row.created_at,
    status_changed_at: row.status_changed_at,
    updated_at: row.updated_at,
  }
}

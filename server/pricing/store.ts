import { type Expression, type Kysely, sql } from 'kysely'
import { type AuditChanges, type AuditEvent, type By, changesBetween, recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { remember } from '../lib/remember.ts'
import { type Faults, InvalidTariff, parseTariff } from './parse-tariff.ts'
import { defaultTariff, laterMembers, type Tariff } from './tariff.ts'

type Needs = { kysely: Kysely<Tables> }

export type TariffInForce = {
  id: string
  tariff: Tariff
  /** The start of the next tariff that may apply to this partner; null without a planned one. */
  nextStartsAt: Date | null
}

/**
 * Returns the partner's latest tariff that has started, or else the latest general one. A null `partnerId` means a job
 * without a partner.
 *
 * @throws Error if no tariff is in force, or the stored one is not valid.
 */
export async function tariffFor(
  needs: Needs,
  partnerId: string | null,
  now: Date = new Date(),
): Promise<TariffInForce> {
  const found = await findTariff(needs, partnerId, now)
  if (!found) throw noTariff()
  return found
}

/**
 * Like `tariffFor`, for many partners in one statement. Returns an Error for a partner without a valid tariff in force.
 */
export async function tariffsFor(
  needs: Needs,
  partnerIds: readonly (string | null)[],
  now: Date = new Date(),
): Promise<(TariffInForce | Error)[]> {
  const rows = await findRows(needs, partnerIds, now)
  return rows.map((row) => {
    try {
      return row ? inForce(row) : noTariff()
    } catch (error) {
      return error as Error
    }
  })
}

const noTariff = () => new Error('No tariff is in force: the default one is missing')

/** Like `tariffFor`, but null without a tariff. */
async function findTariff(needs: Needs, partnerId: string | null, now: Date): Promise<TariffInForce | null> {
  const [row] = await findRows(needs, [partnerId], now)
  return row ? inForce(row) : null
}

type Row = { id: string; terms: string; next_starts_at: Date | null }

const inForce = (row: Row): TariffInForce => ({
  id: row.id,
  tariff: validated(row.id, parseTerms(row.terms)),
  nextStartsAt: row.next_starts_at,
})

/** One entry per given partner, in their order; null without a tariff in force. */
async function findRows(
  { kysely }: Needs,
  partnerIds: readonly (string | null)[],
  now: Date,
): Promise<(Row | null)[]> {
  const at = sql`${now}::timestamptz`
  const { rows } = await sql<Row & { place: number }>`
    select given.place::int, tariff.id, tariff.terms::text, (
      select min(next.starts_at) from tariff next
      where (next.partner_id = given.partner_id or next.partner_id is null) and next.starts_at > ${at}
    ) as next_starts_at
    from unnest(${[...partnerIds]}::uuid[]) with ordinality as given (partner_id, place)
    join tariff on tariff.id = coalesce(${inForceId(sql`given.partner_id`, at)}, ${inForceId(sql`null::uuid`, at)})
  `.execute(kysely)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return partnerIds.map((_, index) => byPlace.get(index + 1) ?? null)
}

/** The terms of one stored version. @throws Error if it does not exist, or is not valid. */
export async function readTariff({ kysely }: Needs, id: string): Promise<Tariff> {
  const row = await kysely
    .selectFrom('tariff')
    .select(['id', 'terms'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return storedTariff(row)
}

/**
 * Adds a new version of the tariff; jobs keep the version that they were priced with. A start in the past is set to
 * now, so past prices stay valid.
 *
 * @throws InvalidTariff with every error in the terms (`terms.distanceTiers[0].upToKm`).
 */
export async function addTariff(
  { kysely }: Needs,
  given: { partnerId?: string | null; startsAt: Date; terms: unknown; by: By },
  now: Date = new Date(),
): Promise<{ id: string; startsAt: Date }> {
  const tariff = validTariff(given)
  const startsAt = given.startsAt > now ? given.startsAt : now
  const id = newId()
  const partnerId = given.partnerId ?? null
  const row = { id, partner_id: partnerId, starts_at: startsAt, terms: JSON.stringify(tariff) }
  const eventOf = (before: TariffInForce | null): AuditEvent => ({
    ...given.by,
    act: 'tariff.set',
    targets: [
      { type: 'tariff' as const, id },
      ...(partnerId ? [{ type: 'partner' as const, id: partnerId }] : []),
    ],
    changes: { starts_at: { from: null, to: startsAt }, ...(before && changedTerms(before.tariff, tariff)) },
  })
  await kysely
    .transaction()
    .execute(async (trx) => {
      const before = await findTariff({ kysely: trx }, partnerId, startsAt)
      await trx.insertInto('tariff').values(row).execute()
      await recordAudit(trx, eventOf(before))
    })
    .catch((error: unknown) => {
      throw isNoSuchPartner(error) ? new InvalidTariff({ partnerId: 'no partner has this id' }) : error
    })
  return { id, startsAt }
}

/**
 * Inserts the default tariff with a start before all others, to ensure a price. Safe on every start and for concurrent
 * nodes.
 */
export async function ensureDefaultTariff({ kysely }: Needs): Promise<void> {
  await kysely
    .insertInto('tariff')
    .values({
      id: defaultTariffId,
      partner_id: null,
      starts_at: new Date('2000-01-01T00:00:00Z'),
      terms: JSON.stringify(defaultTariff),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export const defaultTariffId = '00000000-0000-7000-8000-000000000001'

function validTariff({ startsAt, terms }: { startsAt: Date; terms: unknown }): Tariff {
  const faults: Faults = Number.isNaN(startsAt.getTime()) ? { startsAt: 'must be a date and time' } : {}
  const parsed = parseTariff(terms)
  if (parsed.ok && !faults.startsAt) return parsed.tariff
  for (const [path, text] of parsed.ok ? [] : Object.entries(parsed.faults)) faults[`terms.${path}`] = text
  throw new InvalidTariff(faults)
}

/** Validates a stored tariff again: a row edited by hand must cause an error here instead of prices of `NaN`. */
export const storedTariff = ({ id, terms }: { id: string; terms: object }): Tariff =>
  validated(id, parseStored(terms))

const parseStored = (terms: object) => parseTariff({ ...laterMembers, ...terms })

/** Cached, because the tariffs in force are read every second, and most partners have the same terms. */
const parseTerms = remember((terms) => parseStored(JSON.parse(terms) as object), { most: 500 })

function validated(id: string, parsed: ReturnType<typeof parseTariff>): Tariff {
  if (parsed.ok) return parsed.tariff
  throw new Error(`The stored tariff ${id} is not valid: ${Object.keys(parsed.faults).join(', ')}`)
}

/** 23503: foreign key violation, no such partner. 22P02: the id is not a UUID. */
const isNoSuchPartner = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '22P02')

/**
 * Id of the version in force: of the started versions of one partner (or of the general tariff, for null), the one with
 * the latest start; of equal starts the last inserted one. Null without one.
 */
export const inForceId = (partnerId: Expression<unknown>, now: Expression<unknown> = sql`now()`) =>
  sql<string | null>`(
    select version.id from tariff version
    where version.partner_id is not distinct from ${partnerId} and version.starts_at <= ${now}
    order by version.starts_at desc, version.created_at desc limit 1)`

/** Each number that differs between two tariffs, by its path: `baseCents.S`, `distanceTiers.0.centsPerKm`. */
function changedTerms(from: Tariff, to: Tariff): AuditChanges {
  const [before, after] = [numbersOf(from), numbersOf(to)]
  // A removed tier has its numbers only before.
  const gone = Object.fromEntries(Object.keys(before).map((path) => [path, null]))
  return changesBetween(withAll(before, after), { ...gone, ...after })
}

type Numbers = Record<string, number | null>

/** A path that only one side has is null on the other, not absent. */
const withAll = (numbers: Numbers, other: Numbers): Numbers => ({
  ...Object.fromEntries(Object.keys(other).map((path) => [path, null])),
  ...numbers,
})

function numbersOf(value: unknown, above = ''): Numbers {
  if (typeof value !== 'object' || value === null) return { [above]: value as number | null }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, each]) => numbersOf(each, above ? `${above}.${name}` : name)),
  )
}

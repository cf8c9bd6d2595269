import { type Kysely, sql } from 'kysely'
import { testCards } from '#contract/app/test-cards.ts'
import { plateKey } from '#contract/carrier-profile.ts'
import type { CardOutcome } from '#contract/sandbox/moves.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { startPayoutSetup } from '../accounts/carriers/payouts.ts'
import { languageColumns } from '../db/language-columns.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { readCardSetup, startCardSetup } from '../payments/cards/setup.ts'
import type { Processors } from '../payments/providers/processors.ts'
import { chance } from './chance.ts'
import type { JobFacts } from './job-facts.ts'
import { languageOf } from './language-of.ts'
import type { World } from './world.ts'

type Needs = { kysely: Kysely<Tables>; processors: Processors }

/**
 * The people of a world: accounts and carriers that act through the functions of the app. Each job has its own people,
 * so the limits on one person (refused cards, open jobs, strikes) do not stop a partner's tests.
 */
export async function makeCustomer(
  { kysely }: Pick<Needs, 'kysely'>,
  world: World,
  { job, language }: { job: JobFacts; language: PersonLanguage },
): Promise<string> {
  const id = newId()
  await kysely
    .insertInto('account')
    .values({
      id,
      phone: job.customerPhone,
      name: nameOf(world, job, 'customer'),
      ...languageColumns(language),
      sandbox_key_id: world.keyId,
      sandbox_world: world.name || null,
    })
    .execute()
  return id
}

/**
 * An approved carrier at the pickup, with a truck, a plate and a payout account. Its photos have no files
 * (`sample-carrier.ts`).
 */
export async function makeCarrier(needs: Needs, world: World, job: JobFacts): Promise<string> {
  const { kysely, processors } = needs
  const id = newId()
  const language = await languageOf(needs, world, carrierPhone)
  await kysely.transaction().execute(async (trx) => {
    const name = nameOf(world, job, 'carrier')
    await trx
      .insertInto('account')
      .values({
        id,
        phone: carrierPhone,
        name,
        ...languageColumns(language),
        sandbox_key_id: world.keyId,
        sandbox_world: world.name || null,
      })
      .execute()
    await sql`
      insert into carrier (account_id, status, vehicle_size, vehicle, plate, plate_key, base_address, base_place, base_lat,
        base_lon, radius_km)
      select ${id}, 'approved', 'XL', 'white truck', ${plate}, ${plateKey(plate)}, pickup->>'address', coalesce(pickup->>'locality', ''),
        (pickup->>'lat')::float8, (pickup->>'lon')::float8, 50
      from job where job.id = ${job.jobId}`.execute(trx)
  })
  const payouts = { kysely, processor: processors.sandbox }
  await startPayoutSetup(payouts, { carrierId: id, returnUrl: 'https://sandbox.invalid/' })
  return id
}

const plate = '0000 BBB'

/** Of the range reserved for drama, like the numbers of the stories. */
const carrierPhone = '+447700900999'

/** Saves a test card with this behaviour, as in the app. */
export async function saveCard(
  { kysely, processors }: Needs,
  { accountId, outcome }: { accountId: string; outcome: CardOutcome },
): Promise<string> {
  const id = newId()
  const { sandbox: processor } = processors
  await startCardSetup(kysely, { id, accountId, processor, returnUrl: 'https://sandbox.invalid/' })
  const reference = await kysely
    .selectFrom('card_setup')
    .select('reference')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { number } = testCards.find(({ does }) => does === outcome) ?? testCards[0]
  await processor.fillCard(reference.reference ?? '', { number })
  const setup = await readCardSetup({ kysely, processors }, { id, accountId })
  if (!setup?.method) throw new Error('a card of the sandbox was not saved')
  return setup.method.id
}

/** The card that the customer saved last. */
export async function lastCard({ kysely }: Pick<Needs, 'kysely'>, accountId: string): Promise<string | null> {
  const row = await kysely
    .selectFrom('payment_method')
    .select('id')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

const names = ['Ana', 'Bruno', 'Carla', 'David', 'Elena', 'Hugo', 'Irene', 'Lucas', 'Marta', 'Pablo']

const nameOf = ({ seed }: World, job: JobFacts, role: string): string =>
  names[chance(names.length, seed, role, job.externalReference ?? job.customerPhone ?? '')] ?? 'Ana'

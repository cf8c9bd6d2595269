import { type Kysely, sql } from 'kysely'
import { testCards } from '#contract/app/test-cards.ts'
import type { Tables } from '../../../db/tables.ts'
import { newId } from '../../../lib/ids.ts'
import type { CardSetupInput, CardSetupResult, StartedCardSetup } from '../../processor.ts'
import { refused } from './calls.ts'

type Db = Kysely<Tables>

export async function startSetup(
  kysely: Db,
  { setupId, accountId, payerReference }: CardSetupInput,
): Promise<StartedCardSetup> {
  await kysely
    .insertInto('sandbox_setup')
    .values({
      reference: `setup_${newId()}`,
      setup_id: setupId,
      payer_reference: payerReference ?? `payer_${accountId}`,
      status: 'pending',
    })
    .onConflict((conflict) => conflict.column('setup_id').doNothing())
    .execute()
  const { reference } = await kysely
    .selectFrom('sandbox_setup')
    .select('reference')
    .where('setup_id', '=', setupId)
    .executeTakeFirstOrThrow()
  return { reference, url: null, clientSecret: null }
}

export async function readSetup(kysely: Db, reference: string): Promise<CardSetupResult> {
  const setup = await kysely
    .selectFrom('sandbox_setup')
    .leftJoin('sandbox_card', 'sandbox_card.reference', 'sandbox_setup.card_reference')
    .where('sandbox_setup.reference', '=', reference)
    .select([
      'sandbox_setup.status',
      'sandbox_setup.payer_reference as payerReference',
      'sandbox_card.reference',
      'brand',
      'last_four as lastFour',
      'expires_month as expiresMonth',
      'expires_year as expiresYear',
    ])
    .executeTakeFirst()
  if (!setup) throw refused('there is no such setup')
  const { status, payerReference, reference: card, brand, lastFour, expiresMonth, expiresYear } = setup
  if (status !== 'saved') return { outcome: status }
  if (!card || !brand || !lastFour || !expiresMonth || !expiresYear) throw refused('the card is gone')
  const method = { reference: card, brand, lastFour, expiresMonth, expiresYear }
  return { outcome: 'saved', payerReference, method }
}

/** A card as typed. Without the expiry date, it expires in three years. */
export type TypedCard = {
  number: string
  expiresMonth?: number | undefined
  expiresYear?: number | undefined
}

/**
 * Saves a test card; any other number is refused, because real card numbers must never be typed here. Returns false
 * when the setup is not pending.
 */
export async function fill(kysely: Db, setupReference: string, typed: TypedCard): Promise<boolean> {
  const number = typed.number.replaceAll(' ', '')
  const { expiresMonth = 12, expiresYear = new Date().getUTCFullYear() + 3 } = typed
  const known = isOver({ expiresMonth, expiresYear })
    ? undefined
    : testCards.find((card) => card.number === number)
  return kysely.transaction().execute(async (trx) => {
    const reference = known ? `card_${newId()}` : null
    const setup = await trx
      .updateTable('sandbox_setup')
      .set({ status: known ? 'saved' : 'refused', card_reference: reference })
      .where('reference', '=', setupReference)
      .where('status', '=', 'pending')
      .returning('payer_reference')
      .executeTakeFirst()
    if (!setup || !known || !reference) return setup !== undefined
    await trx
      .insertInto('sandbox_card')
      .values({
        reference,
        payer_reference: setup.payer_reference,
        does: known.does,
        brand: known.brand,
        last_four: number.slice(-4),
        expires_month: expiresMonth,
        expires_year: expiresYear,
      })
      .execute()
    return true
  })
}

/** A card is valid until its month ends. */
const isOver = ({ expiresMonth, expiresYear }: { expiresMonth: number; expiresYear: number }): boolean =>
  Date.UTC(expiresYear, expiresMonth) <= Date.now()

export async function endSetup(kysely: Db, reference: string): Promise<void> {
  await kysely
    .updateTable('sandbox_setup')
    .set({ status: 'refused' })
    .where('reference', '=', reference)
    .where('status', '=', 'pending')
    .execute()
}

export async function forget(kysely: Db, reference: string): Promise<void> {
  await kysely
    .updateTable('sandbox_card')
    .set({ forgotten_at: sql<Date>`coalesce(forgotten_at, now())` })
    .where('reference', '=', reference)
    .execute()
}

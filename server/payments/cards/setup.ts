import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import type { CardSetupResult, Processor } from '../processor.ts'
import type { Processors } from '../providers/processors.ts'
import { lockCardAttempts, refuseTooManySetups } from './attempt-caps.ts'
import { cardColumns, type SavedMethod } from './methods.ts'

type Db = Kysely<Tables>

export type CardSetup = {
  id: string
  processor: string
  reference: string | null
  status: 'pending' | 'saved' | 'refused'
  method: SavedMethod | null
}

type NewSetup = {
  id: string
  accountId: string
  processor: Processor
  returnUrl: string
  /** True if the app shows the fields of the processor, false if it opens the processor's page. */
  inPage?: boolean
}

/** What the app needs to go on: the page to open, or the secret for the fields. */
export type StartedSetup = { url: string; clientSecret: string | null }

/**
 * Begins an attempt to save a card. A repeated request with the same id returns the same attempt, because the
 * processor gets the id too.
 *
 * @returns null when the id belongs to another account.
 * @throws Problem `rate_limit_exceeded` when the account has started too many.
 */
export async function startCardSetup(
  kysely: Db,
  { id, accountId, processor, returnUrl, inPage = false }: NewSetup,
): Promise<StartedSetup | null> {
  await kysely.transaction().execute((trx) => insertSetup(trx, { id, accountId, processor }))
  const setup = await findSetup(kysely, { id, accountId })
  if (!setup) return null
  const ended = { url: returnUrl, clientSecret: null }
  if (setup.status !== 'pending' || setup.processor !== processor.name) return ended
  const payer = await kysely
    .selectFrom('payer')
    .select('reference')
    .where('account_id', '=', accountId)
    .where('processor', '=', processor.name)
    .executeTakeFirst()
  const payerReference = payer?.reference ?? null
  const { reference, url, clientSecret } = await processor.startCardSetup({
    setupId: id,
    accountId,
    payerReference,
    returnUrl,
    inPage,
  })
  // A reference is never replaced: a card that is saved under it would be lost.
  const { numUpdatedRows } = await kysely
    .updateTable('card_setup')
    .set({ reference })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('reference', 'is', null), eb('reference', '=', reference)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n ? { url: url ?? returnUrl, clientSecret } : ended
}

/** A repeated request inserts no row, so it does not count against the cap. */
async function insertSetup(
  trx: Transaction<Tables>,
  { id, accountId, processor }: Pick<NewSetup, 'id' | 'accountId' | 'processor'>,
): Promise<void> {
  await lockCardAttempts(trx, accountId)
  if (await findSetup(trx, { id, accountId })) return
  await refuseTooManySetups(trx, accountId)
  await trx
    .insertInto('card_setup')
    .values({ id, account_id: accountId, processor: processor.name, status: 'pending' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Reads the setup from our database, without a request to the processor; null when the account has no such setup. */
export async function findSetup(
  kysely: Db,
  { id, accountId }: { id: string; accountId: string },
): Promise<CardSetup | null> {
  const row = await kysely
    .selectFrom('card_setup')
    .select(['id', 'processor', 'reference', 'status', 'method_id'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return null
  const { method_id: methodId, ...setup } = row
  const method = methodId
    ? await kysely
        .selectFrom('payment_method')
        .select(cardColumns)
        .where('id', '=', methodId)
        .executeTakeFirst()
    : null
  return { ...setup, method: method ?? null }
}

/** Reads the setup; while it is pending, queries the processor first. Null when the account has no such setup. */
export async function readCardSetup(
  needs: { kysely: Db; processors: Processors },
  key: { id: string; accountId: string },
): Promise<CardSetup | null> {
  const { kysely, processors } = needs
  const setup = await findSetup(kysely, key)
  if (!setup?.reference || setup.status !== 'pending') return setup
  const processor = processors.named(setup.processor)
  if (!processor) return setup
  const result = await processor.readCardSetup(setup.reference)
  if (result.outcome === 'pending') return setup
  await kysely.transaction().execute((trx) => settleSetup(trx, { key, setup, result }))
  return findSetup(kysely, key)
}

type Settling = {
  key: { id: string; accountId: string }
  setup: CardSetup
  result: Exclude<CardSetupResult, { outcome: 'pending' }>
}

/** Stores the result. With concurrent readers, only the first stores it. */
async function settleSetup(trx: Transaction<Tables>, settling: Settling): Promise<void> {
  const { key, setup, result } = settling
  // The lock waits for a concurrent erasure to commit. An erasure that starts later finds the card and removes it.
  const account = await trx
    .selectFrom('account')
    .select('erased_at')
    .where('id', '=', key.accountId)
    .forKeyShare()
    .executeTakeFirstOrThrow()
  const isErased = account.erased_at !== null
  const { numUpdatedRows } = await trx
    .updateTable('card_setup')
    .set({ status: isErased ? 'refused' : result.outcome })
    .where('id', '=', key.id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n || result.outcome === 'refused') return
  const { processor } = setup
  if (isErased)
    return detachLater(trx, { accountId: key.accountId, processor, reference: result.method.reference })
  await trx
    .insertInto('payer')
    .values({ account_id: key.accountId, processor, reference: result.payerReference })
    .onConflict((conflict) => conflict.columns(['account_id', 'processor']).doNothing())
    .execute()
  const { reference, brand, lastFour, expiresMonth, expiresYear } = result.method
  const method = await trx
    .insertInto('payment_method')
    .values({
      id: newId(),
      account_id: key.accountId,
      processor,
      reference,
      brand,
      last_four: lastFour,
      expires_month: expiresMonth,
      expires_year: expiresYear,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['processor', 'reference'])
        .doUpdateSet({ removed_at: null, forgotten_at: null, created_at: sql<Date>`now()` })
        .where('payment_method.account_id', '=', key.accountId),
    )
    .returning('id')
    .executeTakeFirst()
  await trx
    .updateTable('card_setup')
    .set({ method_id: method?.id ?? null })
    .where('id', '=', key.id)
    .execute()
}

/**
 * Stores a card that was saved on a page opened before the account was erased. Only its reference is kept, so
 * `forgetRemovedMethods` can detach it at the processor.
 */
async function detachLater(
  trx: Transaction<Tables>,
  { accountId, processor, reference }: { accountId: string; processor: string; reference: string },
): Promise<void> {
  await trx
    .insertInto('payment_method')
    .values({
      id: newId(),
      account_id: accountId,
      processor,
      reference,
      brand: '',
      last_four: '',
      expires_month: 0,
      expires_year: 0,
      removed_at: sql<Date>`now()`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['processor', 'reference'])
        .doUpdateSet({
          removed_at: sql<Date>`coalesce(payment_method.removed_at, now())`,
          forgotten_at: null,
        })
        .where('payment_method.account_id', '=', accountId),
    )
    .execute()
}

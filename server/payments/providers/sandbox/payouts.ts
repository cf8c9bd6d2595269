import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { newId } from '../../../lib/ids.ts'
import type { Moved, PayoutSetupInput, RefundInput, TransferInput } from '../../processor.ts'
import { once } from './calls.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

/** Creates the payout account. It needs no data from the carrier and can receive money immediately. */
export async function startSetup(
  kysely: Db,
  { carrierId }: PayoutSetupInput,
): Promise<{ reference: string; url: null }> {
  const { reference } = await kysely
    .insertInto('sandbox_payout_account')
    .values({ reference: `payout_${newId()}`, carrier_id: carrierId })
    // The update changes nothing; it makes `returning` give the row that exists.
    .onConflict((conflict) => conflict.column('carrier_id').doUpdateSet({ carrier_id: carrierId }))
    .returning('reference')
    .executeTakeFirstOrThrow()
  return { reference, url: null }
}

export async function readAccount(kysely: Db, reference: string): Promise<{ ready: boolean }> {
  return { ready: await hasAccount(kysely, reference) }
}

async function hasAccount(db: Db, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('sandbox_payout_account')
    .select('reference')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}

export async function refund(kysely: Db, { key, reference, amountCents }: RefundInput): Promise<Moved> {
  const work = (trx: Trx) =>
    move(trx, { kind: 'refund', authorization: reference, payout: null, amountCents })
  return once<Moved>(kysely, {
    key,
    request: { reference, amountCents },
    does: await behaviourOfCard(kysely, reference),
    work,
  })
}

export async function readRefund(kysely: Db, reference: string): Promise<Moved> {
  const row = await kysely
    .selectFrom('sandbox_movement')
    .select('reference')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row ? { outcome: 'done', reference } : { outcome: 'refused', reason: 'there is no such refund' }
}

export async function transfer(kysely: Db, input: TransferInput): Promise<Moved> {
  const { key, sourceReference, payoutReference, amountCents } = input
  if (!(await hasAccount(kysely, payoutReference)))
    return { outcome: 'refused', reason: 'there is no such payout account' }
  const work = (trx: Trx) =>
    move(trx, { kind: 'transfer', authorization: sourceReference, payout: payoutReference, amountCents })
  const does = sourceReference ? await behaviourOfCard(kysely, sourceReference) : null
  return once<Moved>(kysely, { key, request: { amountCents, payoutReference, sourceReference }, does, work })
}

/** How the test card of an authorisation changes the responses. */
async function behaviourOfCard(db: Db, authorization: string) {
  const row = await db
    .selectFrom('sandbox_authorization')
    .innerJoin('sandbox_card', 'sandbox_card.reference', 'sandbox_authorization.card_reference')
    .select('does')
    .where('sandbox_authorization.reference', '=', authorization)
    .executeTakeFirst()
  return row?.does ?? null
}

type Move = {
  kind: 'refund' | 'transfer'
  authorization: string | null
  payout: string | null
  amountCents: number
}

/**
 * Never moves more than was captured by this authorisation, or by all of them for wallet money. Refunds and transfers
 * have separate limits, because a refund does not take money back from the carrier.
 */
async function move(trx: Trx, { kind, authorization, payout, amountCents }: Move): Promise<Moved> {
  await lockLimit(trx, authorization)
  if ((await remainingCents(trx, kind, authorization)) < amountCents)
    return { outcome: 'refused', reason: 'the amount exceeds what was captured and not moved yet' }
  const reference = `${kind}_${newId()}`
  await trx
    .insertInto('sandbox_movement')
    .values({
      reference,
      kind,
      authorization_reference: authorization,
      payout_reference: payout,
      amount_cents: amountCents,
    })
    .execute()
  return { outcome: 'done', reference }
}

/** Makes concurrent movements wait for each other until the commit: together they must stay within the limit. */
async function lockLimit(trx: Trx, authorization: string | null): Promise<void> {
  if (authorization === null) {
    await sql`select pg_advisory_xact_lock(hashtext('dray sandbox wallet transfers'))`.execute(trx)
    return
  }
  await trx
    .selectFrom('sandbox_authorization')
    .select('reference')
    .where('reference', '=', authorization)
    .forUpdate()
    .execute()
}

/** The captured amount that was not moved by this kind yet, of one authorisation, or of all for wallet money. */
async function remainingCents(trx: Trx, kind: Move['kind'], authorization: string | null): Promise<number> {
  const row = await trx
    .selectNoFrom([
      trx
        .selectFrom('sandbox_authorization')
        .select(sql<number>`coalesce(sum(captured_cents), 0)`.as('sum'))
        .$if(authorization !== null, (query) => query.where('reference', '=', authorization ?? ''))
        .as('captured'),
      trx
        .selectFrom('sandbox_movement')
        .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('sum'))
        .where('kind', '=', kind)
        .$if(authorization !== null, (query) => query.where('authorization_reference', '=', authorization))
        .as('moved'),
    ])
    .executeTakeFirstOrThrow()
  return (row.captured ?? 0) - (row.moved ?? 0)
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { afterSeconds, claimRow, finishRow, releaseRow } from '../../db/leased-rows.ts'
import type { Tables } from '../../db/tables.ts'
import { type Payment, paymentColumns } from '../payment.ts'
import { type Effect, effectRows } from './queue.ts'

type Db = Kysely<Tables>

/** A claimed effect, with the data for its request. */
export type EffectClaim = Effect & {
  claimId: string
  attempts: number
  inDoubt: boolean
  ageSeconds: number
  createdAt: Date
  /** Seconds since the first attempt with the present key. */
  keyAgeSeconds: number
  /** Id of a refund in progress at the processor. */
  reference: string | null
  payment: Payment
  /** True after the timeout for the confirmation. */
  abandoned: boolean
  payerReference: string | null
  methodReference: string | null
  /** The payout account of a transfer; null until the carrier has set it up. */
  payoutReference: string | null
  /** For a transfer of wallet money: the authorisation of the top-up that funds it. */
  sourceReference: string | null
}

/**
 * The idempotency key of the next request. A definite refusal uses up a key; after an unknown outcome the key is
 * reused.
 */
export const keyOf = ({ id, keyNumber }: Pick<Effect, 'id' | 'keyNumber'>): string =>
  keyNumber === 0 ? id : `${id}.${keyNumber}`

/**
 * Claims an effect that is due. Null when it is not due, is settled, or is leased to another worker. If the lease of an
 * earlier request has ended, the effect is `inDoubt`: the response may be lost.
 */
export async function claimEffect(db: Db, id: string): Promise<EffectClaim | null> {
  const effect = await claimRow(db, effectRows, id, {
    in_doubt: sql`in_doubt or status = 'running'`,
    key_since: sql`coalesce(key_since, now())`,
    has_news: false,
  })
  if (!effect) return null
  const { payment_id: paymentId, source_payment_id: sourceId, carrier_id: carrierId, created_at } = effect
  return {
    ...{ id, claimId: effect.claimId, kind: effect.kind, attempts: effect.attempts, carrierId },
    ...{ amountCents: effect.amount_cents, reference: effect.reference, inDoubt: effect.in_doubt },
    ...{ keyNumber: effect.key_number, createdAt: created_at },
    keyAgeSeconds: secondsSince(effect.key_since ?? effect.now, effect.now),
    ageSeconds: secondsSince(created_at, effect.now),
    ...(await loadContext(db, { paymentId, sourceId, carrierId })),
  }
}

const secondsSince = (at: Date, now: Date): number => (now.getTime() - at.getTime()) / 1_000

type ContextKey = { paymentId: string; sourceId: string | null; carrierId: string | null }

/** Reads the payment and the references that a request needs besides the effect. */
async function loadContext(db: Db, { paymentId, sourceId, carrierId }: ContextKey) {
  const { payerReference, methodReference, payoutReference, sourceReference, abandoned, ...payment } =
    await db
      .selectFrom('payment')
      .leftJoin('payment as source', (join) => join.on('source.id', '=', sourceId))
      .leftJoin('payment_method', 'payment_method.id', 'payment.method_id')
      .leftJoin('payer', (join) =>
        join
          .onRef('payer.account_id', '=', 'payment.account_id')
          .onRef('payer.processor', '=', 'payment.processor'),
      )
      .leftJoin('payout_account', (join) =>
        join
          .on('payout_account.carrier_id', '=', carrierId)
          .onRef('payout_account.processor', '=', 'payment.processor')
          .on('payout_account.ready', '=', true),
      )
      .select(paymentColumns)
      .select([
        'payer.reference as payerReference',
        'payment_method.reference as methodReference',
        'payout_account.reference as payoutReference',
        'source.reference as sourceReference',
        sql<boolean>`coalesce(payment.abandon_at <= now(), false)`.as('abandoned'),
      ])
      .where('payment.id', '=', paymentId)
      .executeTakeFirstOrThrow()
  return { payment, payerReference, methodReference, payoutReference, sourceReference, abandoned }
}

type ClaimKey = Pick<EffectClaim, 'id' | 'claimId'>

/** @returns false when the claim is lost. */
export function finishEffect(
  trx: Transaction<Tables>,
  claim: ClaimKey,
  end: { status: 'done' | 'refused'; reference: string | null; error: string | null },
): Promise<boolean> {
  return finishRow(trx, effectRows, claim, {
    status: end.status,
    reference: end.reference,
    last_error: end.error,
    in_doubt: false,
    waits_for: null,
    settled_at: sql`now()`,
  })
}

export type Later = {
  inSeconds: number
  inDoubt: boolean
  error: string | null
  /** The processor has refused the present key finally: the next request needs a new key. */
  newKey?: boolean
  /** Set when the effect waits for the processor without an error. */
  waitsFor?: 'balance' | 'refund'
  /** The processor's id of a refund in progress; null after that refund has failed. */
  reference?: string | null
}

/** @returns false when the claim is lost. */
export function postponeEffect(
  db: Db,
  claim: ClaimKey,
  { inSeconds, inDoubt, error, newKey = false, waitsFor, reference }: Later,
): Promise<boolean> {
  return releaseRow(db, effectRows, claim, {
    // An event that arrived during the request may have brought missing data, so retry immediately.
    dueAt: sql`case when has_news then now() else ${afterSeconds(inSeconds)} end`,
    in_doubt: inDoubt,
    last_error: error,
    waits_for: waitsFor ?? null,
    ...(newKey && { key_number: sql<number>`key_number + 1`, key_since: null }),
    ...(reference !== undefined && { reference }),
  })
}

import type { Selectable } from 'kysely'
import { type TestCardBehaviour, testCards } from '#contract/app/test-cards.ts'
import type { KeyMode } from '#contract/vocabulary.ts'
import type { Tables } from '../../server/db/tables.ts'
import { newId } from '../../server/lib/ids.ts'
import { readCardSetup, startCardSetup } from '../../server/payments/cards/setup.ts'
import type { SettledEffect } from '../../server/payments/effects/outcome.ts'
import { type NewEffect, queueEffect } from '../../server/payments/effects/queue.ts'
import { type EffectNeeds, runEffect } from '../../server/payments/effects/run.ts'
import type { ProcessorEventNeeds } from '../../server/payments/events/needs.ts'
import { book, type LedgerAccount, ledgerAccount } from '../../server/payments/ledger/entries.ts'
import { insertPayment, type NewPayment, type Payment, readPayment } from '../../server/payments/payment.ts'
import type { Processor } from '../../server/payments/processor.ts'
import { createProcessors } from '../../server/payments/providers/processors.ts'
import { type Sandbox, sandbox as sandboxModule } from '../../server/payments/providers/sandbox/index.ts'
import type { TestDatabase } from './database.ts'
import { newPhone } from './no-secrets.ts'

type Db = Pick<TestDatabase, 'kysely'>

/** Dependencies of the payments module with the sandbox, and its recorded events and errors. */
export type TestMoney = EffectNeeds &
  ProcessorEventNeeds & {
    sandbox: Sandbox
    settled: SettledEffect[]
    errors: Error[]
    alerts: string[]
  }

/** The methods that `disturb` returns replace those of the sandbox processor. */
export async function testMoney(
  { kysely }: Db,
  disturb: (sandbox: Sandbox) => Partial<Processor> = () => ({}),
): Promise<TestMoney> {
  const sandbox = await sandboxModule.connect({}, { kysely, baseUrl: 'http://dray.test' })
  const disturbed: Sandbox = { ...sandbox, ...disturb(sandbox) }
  const settled: SettledEffect[] = []
  const errors: Error[] = []
  const alerts: string[] = []
  return {
    kysely,
    processors: createProcessors({ live: disturbed, sandbox: disturbed }),
    sandbox,
    settled,
    errors,
    alerts,
    settle: (_trx, effect) => Promise.resolve(void settled.push(effect)),
    onEffectError: (error) => errors.push(error),
    onMoneyAlert: (alert) => alerts.push(alert),
    onDisputed: () => Promise.resolve(),
  }
}

export async function newAccount({ kysely }: Db): Promise<string> {
  const id = newId()
  await kysely.insertInto('account').values({ id, phone: newPhone() }).execute()
  return id
}

export async function newCarrier(money: TestMoney, { canBePaid = true } = {}): Promise<string> {
  const id = await newAccount(money)
  await money.kysely
    .insertInto('carrier')
    .values({
      account_id: id,
      vehicle_size: 'M',
      vehicle: 'Van',
      base_address: 'Madrid',
      base_lat: 40.4,
      base_lon: -3.7,
      radius_km: 50,
    })
    .execute()
  if (canBePaid) await allowPayouts(money, id)
  return id
}

export async function allowPayouts({ kysely, sandbox }: TestMoney, carrierId: string): Promise<void> {
  const { reference } = await sandbox.startPayoutSetup({ carrierId, reference: null, returnUrl: '' })
  await kysely
    .insertInto('payout_account')
    .values({ carrier_id: carrierId, processor: 'sandbox', reference, ready: true })
    .execute()
}

/** Books the shares of a captured amount, like the jobs module. */
export async function shareOut(
  { kysely }: Db,
  paymentId: string,
  parts: Partial<Record<LedgerAccount, number>>,
): Promise<void> {
  const about = { mode: 'live' as const, jobId: null, paymentId, effectId: null }
  await kysely.transaction().execute(async (trx) => {
    for (const [account, amountCents = 0] of Object.entries(parts)) {
      const credit = account as LedgerAccount
      await book(trx, {
        ...about,
        kind: 'share',
        debit: ledgerAccount.captured(paymentId),
        credit,
        amountCents,
      })
    }
  })
}

export const cardNumberFor = (does: TestCardBehaviour): string =>
  testCards.find((card) => card.does === does)?.number ?? ''

/** Saves a test card as in the app. @returns its id. */
export async function saveCard(
  money: TestMoney,
  accountId: string,
  does: TestCardBehaviour,
): Promise<string> {
  const id = newId()
  const processor = money.processors.live
  await startCardSetup(money.kysely, { id, accountId, processor, returnUrl: 'http://dray.test/app' })
  const { reference } = await money.kysely
    .selectFrom('card_setup')
    .select('reference')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await money.sandbox.fillCard(reference ?? '', { number: cardNumberFor(does) })
  const setup = await readCardSetup(money, { id, accountId })
  if (!setup?.method) throw new Error('the card was not saved')
  return setup.method.id
}

export type Begun = { paymentId: string; accountId: string; effectId: string }

/** A payment whose `authorize` effect is queued but not run, by a new person with such a card. */
export async function beginPayment(
  money: TestMoney,
  does: TestCardBehaviour,
  change: Partial<NewPayment> = {},
): Promise<Begun> {
  const accountId = change.accountId ?? (await newAccount(money))
  const isCard = change.source !== 'wallet'
  const methodId = isCard ? (change.methodId ?? (await saveCard(money, accountId, does))) : null
  const payment: NewPayment = {
    id: newId(),
    purpose: 'publish',
    accountId,
    jobId: null,
    source: 'card',
    processor: 'sandbox',
    mode: 'live' satisfies KeyMode,
    amountCents: 4_520,
    returnUrl: 'http://dray.test/app/jobs/1',
    ...change,
    methodId,
  }
  const effectId = await money.kysely.transaction().execute(async (trx) => {
    await insertPayment(trx, payment)
    return queueEffect(trx, {
      paymentId: payment.id,
      kind: 'authorize',
      amountCents: payment.amountCents,
    })
  })
  return { paymentId: payment.id, accountId, effectId }
}

/** A payment after its `authorize` effect was run. */
export async function heldPayment(
  money: TestMoney,
  does: TestCardBehaviour = 'success',
  change: Partial<NewPayment> = {},
): Promise<Begun> {
  const begun = await beginPayment(money, does, change)
  await runUntilSettled(money, begun.effectId)
  return begun
}

export async function queue({ kysely }: Db, effect: NewEffect): Promise<string> {
  return kysely.transaction().execute((trx) => queueEffect(trx, effect))
}

/** Queues an effect and runs it until it is settled. @returns its id. */
export async function carryOut(money: TestMoney, effect: NewEffect): Promise<string> {
  const id = await queue(money, effect)
  await runUntilSettled(money, id)
  return id
}

export async function runUntilSettled(money: TestMoney, effectId: string): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await runEffect(money, effectId)
    if ((await readEffect(money, effectId)).settled_at) return
    await makeDue(money, effectId)
  }
}

/** Makes the next attempt due, or lets the lease of a running attempt expire. */
export async function makeDue({ kysely }: Db, effectId: string): Promise<void> {
  const past = new Date(Date.now() - 60_000)
  await kysely.updateTable('payment_effect').set({ due_at: past }).where('id', '=', effectId).execute()
}

export async function readEffect({ kysely }: Db, id: string): Promise<Selectable<Tables['payment_effect']>> {
  return kysely.selectFrom('payment_effect').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function paymentOf({ kysely }: Db, id: string): Promise<Payment> {
  const payment = await readPayment(kysely, id)
  if (!payment) throw new Error('there is no such payment')
  return payment
}

/** The sandbox's own records, independent of Dray's. */
export async function sandboxBooks({ kysely }: Db) {
  const authorizations = await kysely.selectFrom('sandbox_authorization').selectAll().execute()
  const movements = await kysely.selectFrom('sandbox_movement').selectAll().execute()
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  const ofKind = (kind: string) =>
    sum(movements.filter((each) => each.kind === kind).map(({ amount_cents }) => amount_cents))
  return {
    authorizations,
    heldCents: sum(
      authorizations.filter(({ status }) => status === 'held').map(({ amount_cents }) => amount_cents),
    ),
    capturedCents: sum(authorizations.map(({ captured_cents }) => captured_cents)),
    refundedCents: ofKind('refund'),
    transferredCents: ofKind('transfer'),
  }
}

/** The sandbox's authorizations for a payment. */
export const authorizationsOf = async (db: Db, paymentId: string) =>
  (await sandboxBooks(db)).authorizations.filter((each) => each.payment_id === paymentId)

/** Balance of a ledger account in cents. */
export async function balanceOf({ kysely }: Db, account: string): Promise<number> {
  const rows = await kysely
    .selectFrom('ledger_transfer')
    .select(['debit', 'credit', 'amount_cents'])
    .where((eb) => eb('debit', '=', account).or('credit', '=', account))
    .execute()
  return rows.reduce(
    (cents, row) => cents + (row.credit === account ? row.amount_cents : -row.amount_cents),
    0,
  )
}

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Difference } from '../../db/json-columns.ts'
import { isUnfinished } from '../../db/leased-rows.ts'
import type { Tables } from '../../db/tables.ts'
import { isUuid } from '../../lib/ids.ts'

export type Imbalance = Difference

/** The scope of a check: these payments, and these accounts of the ledger. */
export type LedgerPart = { paymentIds: string[]; accounts: string[] }

/** `part`: null for the whole ledger. `beforeEach` is called before each of the checks. */
type Order = { part?: LedgerPart | null; beforeEach?: () => Promise<unknown> }

/**
 * Compares the ledger with every other table that stores amounts; empty without a difference. Each row debits one
 * account and credits another, so the sum over all accounts, and over the accounts of a job, is always zero. These
 * checks find rows that are missing, duplicate or on the wrong account.
 */
export async function ledgerImbalance(
  kysely: Kysely<Tables>,
  { part = null, beforeEach = async () => {} }: Order = {},
): Promise<Imbalance[]> {
  const found: Imbalance[] = []
  const limits = part ? limitsOf(part) : noLimits
  for (const check of checks) {
    await beforeEach()
    found.push(...(await check(limits).execute(kysely)).rows)
  }
  return found
}

/** Whether a row of `payment` was captured by hand at the processor. */
const isByHand = sql`exists (
  select from payment_effect e where e.payment_id = payment.id and e.kind = 'capture' and e.origin = 'processor')`

/**
 * The amount that staff have booked as a difference of this check and subject (`differences.ts`): it counts as booked.
 * Queried only for differences. Both arguments name their table, because the subquery has columns with these names.
 */
const corrected = (check: RawBuilder<unknown>, subject: RawBuilder<unknown>) => sql`(
  select coalesce(sum(case debit when 'platform:differences' then amount_cents else -amount_cents end), 0)::bigint
  from ledger_transfer where corrects = ${check} || ' ' || ${subject})`

const ofFigure = corrected(sql`figures.figure`, sql`figures.id::text`)
const ofEffect = corrected(sql`'booked for an effect'`, sql`effect.id::text`)
const ofDisputes = corrected(
  sql`'disputed of a payment'`,
  sql`coalesce(movements.payment_id, told.payment_id)::text`,
)

/** Conditions that limit a check; all are true for the whole ledger. */
type Limits = {
  isAmong: (paymentId: string) => RawBuilder<unknown>
  hasAccount: (account: string) => RawBuilder<unknown>
  hasWallet: (accountId: string) => RawBuilder<unknown>
  isOfEffect: (effectId: string) => RawBuilder<unknown>
}

const always = () => sql`true`
const noLimits: Limits = { isAmong: always, hasAccount: always, hasWallet: always, isOfEffect: always }

function limitsOf({ paymentIds, accounts }: LedgerPart): Limits {
  // A row added by hand may have any name.
  const walletIds = accounts
    .filter((account) => account.startsWith('wallet:'))
    .map((account) => account.slice('wallet:'.length))
    .filter(isUuid)
  const isAmong = (paymentId: string) => isOneOf(paymentId, paymentIds, 'uuid')
  return {
    isAmong,
    hasAccount: (account) => isOneOf(account, accounts, 'text'),
    hasWallet: (accountId) => isOneOf(accountId, walletIds, 'uuid'),
    isOfEffect: (effectId) =>
      sql`${sql.ref(effectId)} in (select id from payment_effect where ${isAmong('payment_id')})`,
  }
}

/** The sub-select hides the list from the planner, which would estimate each of its thousands of values. */
const isOneOf = (column: string, list: unknown[], type: 'uuid' | 'text') =>
  sql`${sql.ref(column)} = any((select ${list}::${sql.raw(type)}[])::${sql.raw(type)}[])`

const balances = ({ hasAccount }: Limits) => sql`
  balance as (
    select account, sum(cents)::bigint as cents from (
      select credit as account, amount_cents as cents from ledger_transfer where ${hasAccount('credit')}
      union all select debit, -amount_cents from ledger_transfer where ${hasAccount('debit')}) as movement
    group by account)`

const checks: ((limits: Limits) => RawBuilder<Imbalance>)[] = [
  (limits) => sql<Imbalance>`
    with ${balances(limits)}, kept as (
      select 'wallet:' || account_id as account, balance_cents from wallet
      where ${limits.hasWallet('account_id')})
    select 'wallet balance' as check, account as subject,
      coalesce(cents, 0) as expected_cents, coalesce(balance_cents, 0) as actual_cents
    from (select * from balance where account like 'wallet:%') as booked full join kept using (account)
    where coalesce(cents, 0) <> coalesce(balance_cents, 0)`,
  (limits) => sql<Imbalance>`
    with ${balances(limits)}, held as (
      select id, case when status in ('held', 'capturing') or (status = 'releasing' and held_at is not null)
        then amount_cents else 0 end as expected from payment where ${limits.isAmong('id')})
    select 'held for a payment' as check, held.id::text as subject,
      expected as expected_cents, coalesce(cents, 0) as actual_cents
    from held left join balance on account = 'held:' || held.id
    where expected <> coalesce(cents, 0)`,
  (limits) => sql<Imbalance>`
    with ${balances(limits)}, refunding as (
      select payment_id, sum(amount_cents) as cents from payment_effect
      where kind = 'refund' and ${isUnfinished('status')} and ${limits.isAmong('payment_id')} group by payment_id),
    -- Captured by hand before the delivery: it waits for its job.
    kept as (
      select payment.id, captured_cents - refunded_cents as cents from payment join job on job.id = payment.job_id
      where payment.status = 'captured' and job.status in ('posted', 'accepted') and ${isByHand})
    select 'captured and not shared out or refunded' as check, payment.id::text as subject,
      0 as expected_cents, balance.cents as actual_cents
    from payment join balance on account = 'captured:' || payment.id left join refunding on payment_id = payment.id
    left join kept on kept.id = payment.id
    where ${limits.isAmong('payment.id')}
      and balance.cents not between 0 and greatest(coalesce(refunding.cents, 0), coalesce(kept.cents, 0))`,
  ({ isAmong }) => sql<Imbalance>`
    with booked as (
      select payment_id,
        coalesce(sum(amount_cents) filter (where kind = 'capture'), 0)::bigint as captured,
        (coalesce(sum(amount_cents) filter (where kind = 'refund'), 0)
          - coalesce(sum(amount_cents) filter (where kind = 'refund_failed'), 0))::bigint as refunded
      from ledger_transfer where payment_id is not null and ${isAmong('payment_id')} group by payment_id),
    figures as (
      select payment.id, figure, expected, actual from payment left join booked on payment_id = payment.id
      cross join lateral (values
        ('captured of a payment', captured_cents, coalesce(captured, 0)),
        ('refunded of a payment', refunded_cents, coalesce(refunded, 0))) as v (figure, expected, actual)
      where ${isAmong('payment.id')})
    select figure as check, id::text as subject, expected as expected_cents, actual + ${ofFigure} as actual_cents
    from figures where expected <> actual and expected <> actual + ${ofFigure}`,
  ({ isAmong, isOfEffect }) => sql<Imbalance>`
    with booked as (
      select effect_id, case kind when 'refund_failed' then 'refund' else kind end as kind,
        sum(case kind when 'refund_failed' then -amount_cents else amount_cents end)::bigint as cents
      from ledger_transfer where effect_id is not null and ${isOfEffect('effect_id')} group by 1, 2)
    select 'booked for an effect' as check, effect.id::text as subject,
      case when effect.status = 'done' then effect.amount_cents else 0 end as expected_cents,
      coalesce(cents, 0) + ${ofEffect} as actual_cents
    from payment_effect effect left join booked on effect_id = effect.id and booked.kind = effect.kind
    where effect.kind in ('capture', 'refund', 'transfer') and ${isAmong('effect.payment_id')}
      and case when effect.status = 'done' then effect.amount_cents else 0 end <> coalesce(cents, 0)
      and case when effect.status = 'done' then effect.amount_cents else 0 end <> coalesce(cents, 0) + ${ofEffect}`,
  // Computes the result of `jobs/money/share.ts` again, from the price and the cancellation stored on the job.
  ({ isAmong }) => sql<Imbalance>`
    with booked as (
      select payment_id,
        coalesce(sum(amount_cents) filter (where kind = 'share' and credit like 'carrier:%'), 0)::bigint as carrier,
        coalesce(sum(amount_cents) filter (where kind = 'fee' and credit = 'platform:fees'), 0)::bigint as platform
      from ledger_transfer where payment_id is not null and ${isAmong('payment_id')} group by payment_id),
    due as (
      select payment.id, case
        -- The whole tip is the carrier's.
        when payment.purpose = 'tip' then shared.cents
        when job.status = 'completed' then (job.price->>'helperCents')::integer
        when job.status = 'cancelled' then (shared.cents * 80 + 50) / 100 end as carrier, shared.cents
      from payment join job on job.id = payment.job_id
      cross join lateral (select case
        when payment.purpose = 'tip' then payment.captured_cents
        -- By hand may have been taken more than was owed, or less; what became of the rest is in the other checks.
        when ${isByHand} then (select coalesce(sum(amount_cents), 0) from ledger_transfer l
          where l.payment_id = payment.id and l.kind in ('share', 'fee'))::integer
        when job.status = 'cancelled' then least(payment.captured_cents, job.cancellation_fee_cents)
        else payment.captured_cents end as cents) as shared
      where payment.status = 'captured' and job.status in ('completed', 'cancelled') and ${isAmong('payment.id')}
        and exists (select from ledger_transfer l where l.payment_id = payment.id and l.kind in ('share', 'fee'))),
    figures as (
      select due.id, figure, expected, actual from due join booked on payment_id = due.id
      cross join lateral (values
        ('share of the carrier', due.carrier, booked.carrier),
        ('fee of the platform', greatest(0, due.cents - due.carrier), booked.platform)) as v (figure, expected, actual))
    select figure as check, id::text as subject, expected as expected_cents, actual + ${ofFigure} as actual_cents
    from figures where expected <> actual and expected <> actual + ${ofFigure}`,
  ({ isAmong }) => sql<Imbalance>`
    with movements as (
      select payment_id,
        coalesce(sum(case when debit = 'platform:disputes' then amount_cents
          when credit = 'platform:disputes' then -amount_cents end), 0)::bigint as withdrawn,
        coalesce(sum(case when debit = 'platform:dispute_fees' then amount_cents
          when credit = 'platform:dispute_fees' then -amount_cents end), 0)::bigint as fees
      from ledger_transfer where payment_id is not null and ${isAmong('payment_id')} group by payment_id),
    told as (
      select payment_id, sum(withdrawn_cents)::bigint as withdrawn, sum(fee_cents)::bigint as fees
      from dispute where payment_id is not null and ${isAmong('payment_id')} group by payment_id)
    select 'disputed of a payment' as check, payment_id::text as subject,
      coalesce(told.withdrawn + told.fees, 0) as expected_cents,
      coalesce(movements.withdrawn + movements.fees, 0) + ${ofDisputes} as actual_cents
    from movements full join told using (payment_id)
    where coalesce(told.withdrawn + told.fees, 0) <> coalesce(movements.withdrawn + movements.fees, 0)
      and coalesce(told.withdrawn + told.fees, 0) <> coalesce(movements.withdrawn + movements.fees, 0) + ${ofDisputes}`,
  // Paid before a refund whose cost the carrier shares: that part is kept back from later payouts.
  (limits) => sql<Imbalance>`
    with ${balances(limits)}
    select 'carrier paid more than earned' as check, account as subject, 0 as expected_cents,
      balance.cents + due.cents as actual_cents
    from balance cross join lateral (
      select coalesce(sum(amount_cents - recovered_cents), 0)::bigint as cents from cost_share
      where 'carrier:' || carrier_id = balance.account and recovered_cents < amount_cents) as due
    where account like 'carrier:%' and balance.cents < 0 and balance.cents + due.cents < 0`,
]

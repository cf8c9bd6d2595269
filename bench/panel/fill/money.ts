import { ofThese } from './ground.ts'

const n = 'substr(external_reference, 5)::bigint'

/**
 * The payment of each published job, in cents. Completed jobs are captured, every 97th with a partial refund; cancelled
 * jobs have paid their fee, except a few that owe it.
 */
export const moneyView = `
  create view bench.money as
  select *, case when captured > 0 then case status when 'completed' then helper else captured * 4 / 5 end else 0 end as share
  from (
    select id, created_at, mode, status, customer_id, carrier_id, posted_at, coalesce(completed_at, cancelled_at) as ended_at,
      ${n} as n, bench.id('payment', ${n}, posted_at) as payment_id, (price ->> 'totalCents')::integer as total,
      (price ->> 'helperCents')::integer as helper, mode = 'live' and ${n} % 4 = 0 as by_wallet,
      case when mode = 'live' and ${n} % 4 = 0 then 'wallet:' || customer_id else 'processor:sandbox' end as payer,
      status = 'cancelled' and cancellation_fee_cents > 0 and ${n} % 1000 = 3 as is_owed,
      case when status = 'completed' then (price ->> 'totalCents')::integer
        when cancellation_fee_cents > 0 and ${n} % 1000 <> 3 then cancellation_fee_cents else 0 end as captured,
      case when status = 'completed' and ${n} % 97 = 5 then 300 else 0 end as refunded,
      ${n} % 2000 = 11 as is_parked
    from job where status <> 'draft') m`

const payments = `
  insert into payment (id, purpose, account_id, job_id, source, method_id, processor, mode, reference, status, amount_cents,
    captured_cents, refunded_cents, refusal, held_at, hold_expires_at, created_at, updated_at)
  select payment_id, 'publish', customer_id, job.id, case when by_wallet then 'wallet' else 'card' end,
    case when not by_wallet then method.id end, 'sandbox', mode, 'pi_' || n,
    case when status in ('posted', 'accepted') then 'held' when captured > 0 then 'captured' when is_owed then 'refused'
      else 'released' end, total, captured, refunded, case when is_owed then 'declined' end, posted_at,
    case when not by_wallet then posted_at + interval '7 days' end, posted_at, coalesce(ended_at, posted_at)
  from bench.money job join payment_method method on method.account_id = customer_id where ${ofThese}`

/** Each call to the processor: kind, instant, amount, carrier. */
const calls = `(values
  ('authorize', posted_at, total, null::uuid),
  ('capture', case when captured > 0 then ended_at end, captured, null),
  ('void', case when ended_at is not null and captured = 0 then ended_at end, total, null),
  ('refund', case when refunded > 0 then ended_at + interval '1 day' end, refunded, null),
  ('transfer', case when share > 0 then ended_at end, share, carrier_id)) e(kind, at, cents, carrier)`

const effects = `
  insert into payment_effect (id, payment_id, kind, amount_cents, carrier_id, status, attempts, due_at, reference, created_at,
    settled_at)
  select bench.id(kind, n, at), payment_id, kind, cents, carrier, case when kind = 'transfer' and is_parked then 'due' else 'done' end,
    1, case when kind = 'transfer' and is_parked then 'infinity'::timestamptz else at end,
    case when kind in ('refund', 'transfer') then kind || '_' || n end, at,
    case when not (kind = 'transfer' and is_parked) then at + interval '2 seconds' end
  from bench.money job, lateral ${calls} where ${ofThese} and e.at is not null`

/** Each movement: kind, instant, debit, credit, amount, and the call that brought it about. */
const ledger = `
  insert into ledger_transfer (id, at, kind, debit, credit, amount_cents, mode, job_id, payment_id, effect_id)
  select bench.id('row' || kind, n, at), at, kind, debit, credit, cents, mode, id, payment_id,
    case when call is not null then bench.id(call, n, call_at) end
  from bench.money job, lateral (values
    ('hold', posted_at, payer, 'held:' || payment_id, total, 'authorize', posted_at),
    ('capture', ended_at, 'held:' || payment_id, 'captured:' || payment_id, captured, 'capture', ended_at),
    ('release', ended_at, 'held:' || payment_id, payer, total - captured, case when captured > 0 then 'capture' else 'void' end, ended_at),
    ('share', ended_at, 'captured:' || payment_id, 'carrier:' || carrier_id, share, null, null),
    ('fee', ended_at, 'captured:' || payment_id, 'platform:fees', captured - share, null, null),
    ('correction', case when refunded > 0 then ended_at + interval '1 day' end, 'platform:fees', 'captured:' || payment_id,
      refunded, null, null),
    ('refund', case when refunded > 0 then ended_at + interval '1 day' end, 'captured:' || payment_id, payer, refunded,
      'refund', ended_at + interval '1 day'),
    ('transfer', case when not is_parked then ended_at end, 'carrier:' || carrier_id, 'processor:sandbox', share, 'transfer',
      ended_at)) l(kind, at, debit, credit, cents, call, call_at)
  where ${ofThese} and l.at is not null and l.cents > 0`

/** Statements about the money of the jobs from number `$1` on, before `$2`. */
export const fillMoney: readonly string[] = [payments, effects, ledger]

const ledgerOf = (side: 'debit' | 'credit') =>
  `ledger_transfer where ${side} >= 'wallet:' and ${side} < 'wallet;'`

/**
 * One top-up for each wallet: what its jobs have cost, and for a third of the people something left. Needs all jobs.
 */
export const afterMoney: readonly string[] = [
  `create table bench.top_up as
    select id as account_id, substr(phone, 4)::bigint - 700000000 as n, created_at as at, rest, rest + coalesce(spent, 0) as cents,
      bench.id('top_up', substr(phone, 4)::bigint, created_at) as payment_id
    from (select *, case when hashtext(id::text) % 3 = 0 then abs(hashtext(id::text)) % 20000 else 0 end as rest from account) a
      left join (
        select substr(account, 8)::uuid as id, sum(cents)::integer as spent from (
          select debit as account, amount_cents as cents from ${ledgerOf('debit')}
          union all select credit, -amount_cents from ${ledgerOf('credit')}) moved group by 1) s using (id)
    where rest + coalesce(spent, 0) > 0`,
  'insert into wallet (account_id, balance_cents) select account_id, rest from bench.top_up',
  `insert into payment (id, purpose, account_id, source, method_id, processor, mode, reference, status, amount_cents,
      captured_cents, held_at, created_at, updated_at)
    select payment_id, 'top_up', account_id, 'card', bench.id('method', n, at), 'sandbox', 'live', 'top_up_' || n, 'captured', cents,
      cents, at, at, at from bench.top_up`,
  `insert into payment_effect (id, payment_id, kind, amount_cents, status, attempts, due_at, created_at, settled_at)
    select bench.id('top_up' || kind, n, at), payment_id, kind, cents, 'done', 1, at, at, at
    from bench.top_up, (values ('authorize'), ('capture')) e(kind)`,
  `insert into ledger_transfer (id, at, kind, debit, credit, amount_cents, mode, payment_id, effect_id)
    select bench.id('top_up row' || kind, n, at), at, kind, debit, credit, cents, 'live', payment_id,
      case when call is not null then bench.id('top_up' || call, n, at) end
    from bench.top_up, lateral (values
      ('hold', 'processor:sandbox', 'held:' || payment_id, 'authorize'),
      ('capture', 'held:' || payment_id, 'captured:' || payment_id, 'capture'),
      ('top_up', 'captured:' || payment_id, 'wallet:' || account_id, null)) l(kind, debit, credit, call)`,
]

/**
 * What a busy operator finds on *Today*: some rows of each state. Each state is named by the job's number among the
 * open jobs; the other sources have entries from the rest of the data.
 */
const open = (status: string, nth: number): string =>
  `(select id from job where status = '${status}' and mode = 'live' order by id desc offset ${nth} limit 15)`

export const fillToday: readonly string[] = [
  `update payment set hold_expires_at = now() + interval '10 hours' where job_id in ${open('posted', 0)}`,
  `update job set hidden_at = now() - interval '1 hour' where id in ${open('posted', 20)}`,
  `update payment set status = 'released' where job_id in ${open('posted', 20)}`,
  `update job set delivered_at = now() - interval '1 hour' where id in ${open('accepted', 0)}`,
  `update payment set status = 'refused', refusal = 'declined' where job_id in ${open('accepted', 0)}`,
  `update payment_effect set status = 'due', due_at = now() + interval '5 minutes', settled_at = null, last_error = 'timeout'
    where kind in ('capture', 'refund') and payment_id in (select p.id from payment p join job on job.id = p.job_id
      where p.job_id in ${open('completed', 0)})`,
  `update payment_effect set status = 'refused', last_error = 'account_closed'
    where kind = 'transfer' and payment_id in (select id from payment where job_id in ${open('completed', 20)})`,
  `insert into money_block (job_id, cause, until) select id, 'early_delivery', now() + interval '1 day' from job
    where id in ${open('accepted', 20)}`,
  `insert into delivery_doubt (job_id, earliest_at) select id, now() from job where id in ${open('accepted', 20)}`,
  `update sms set status = 'failed', last_error = 'unreachable'
    where job_id in (select id from job where status = 'draft' and customer_id is null and mode = 'live' limit 20)`,
  `insert into dispute (processor, reference, kind, payment_id, status, reason, amount_cents, respond_by, opened_at, closed_at)
    select 'sandbox', 'dp_' || row_number() over (order by created_at desc), 'dispute', id, 'needs_response', 'fraudulent',
      amount_cents, now() + interval '5 days', created_at, case when created_at < now() - interval '20 days' then now() end
    from payment where status = 'captured' and source = 'card' and hashtext(id::text) % 500 = 0`,
  `insert into reconciliation_run (id, processor, day, status, due_at, ended_at, last_error)
    select bench.id('run', n, now() - n * interval '1 day'), 'sandbox', now()::date - n::integer,
      case when n = 3 then 'failed' else 'done' end, now(), now(), case when n = 3 then 'timeout' end
    from generate_series(1, 364) n`,
  `insert into reconciliation_difference (id, run_id, processor, "check", kind, subject, our_cents, their_cents, item_at,
      found_at, explained_at, explained_by, explanation)
    select bench.id('difference' || n, k, r.created_at), r.id, 'sandbox', 'differs', 'capture', 'pi_' || n || '.' || k, 100, 200,
      now() - n * interval '1 day', now() - n * interval '1 day', case when n > 4 then now() end,
      case when n > 4 then 'Member 1' end, case when n > 4 then 'Booked by hand.' end
    from generate_series(2, 364, 7) n join reconciliation_run r on r.day = now()::date - n::integer, generate_series(1, 80) k
    where k <= 20 or n = 9`,
  `update request_minute set status = 429 where minute > now() - interval '8 minutes' and status = 400`,
  `update provider_minute set outcome = 'unavailable', cause = 'timeout'
    where minute > now() - interval '12 minutes' and kind = 'router'`,
  `insert into today_snooze (kind, subject_id, until)
    select 'address_coarse', id::text, now() + interval '4 hours' from job where status = 'posted' order by id limit 50`,
  `insert into job_view (id, member_id, shared, name, filters)
    select bench.id('view', n, now()), (select id from member where partner_id is null limit 1), true, 'View ' || n, '{}'
    from generate_series(1, 20) n`,
]

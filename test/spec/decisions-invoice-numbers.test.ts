import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { deliverJob } from '#contract/app/carrier.ts'
import { numberText } from '../../server/invoices/number.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { startDray } from '../support/dray.ts'
import { holdInTrigger } from '../support/held-trigger.ts'
import { gaps, issueInvoices, misplacedMovements } from '../support/invoices.ts'
import { openMarket } from '../support/market.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Decision 67: numbers without gaps, whatever ends a transaction, on two nodes at once. */
const market = await openMarket()
const other = await startDray({ TRUST_PROXY: '1' }, { beside: market.app })
after(async () => {
  await other[Symbol.asyncDispose]()
  await market[Symbol.asyncDispose]()
})
const { app } = market
const { pool, kysely } = app.db

const issued = async () => Number((await pool.query('select from invoice')).rowCount)

async function charge(count: number): Promise<void> {
  const deals: Deal[] = []
  while (deals.length < count) deals.push(await acceptedDeal(market))
  await Promise.all(deals.map(({ carrier, params }) => carrier.ok(deliverJob, { params, body: {} })))
}

test('20 charges at once, settled and issued by two nodes at once, have the numbers 1 to 20', async () => {
  await charge(20)
  const nodes = [app, other]
  const issueWhileSettling = async (node: typeof app) => {
    while ((await issued()) < 20) await issueInvoices(node)
  }
  await Promise.all([...nodes.map(settleMoney), ...nodes.map(issueWhileSettling)])
  const { rows } = await pool.query<{ number: number }>('select number from invoice order by issued_at')
  assert.deepEqual(
    rows.map(({ number }) => number),
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
  assert.deepEqual(await misplacedMovements(kysely), [])
})

test('a node whose connection is cut between number and commit leaves no gap; the next run issues its pages', async () => {
  const before = await issued()
  await charge(3)
  await settleMoney(app)
  {
    await using held = await holdInTrigger(app.db, 'after insert on invoice_line for each row')
    const cut = assert.rejects(issueInvoices(app))
    await held.reached()
    await pool.query(`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory' and pid <> pg_backend_pid()`)
    // The second try of the run waits in the trigger too.
    await held.reached()
    await pool.query(`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory' and pid <> pg_backend_pid()`)
    await cut
  }
  assert.equal(await issued(), before)
  await issueInvoices(other)
  assert.equal(await issued(), before + 3)
  assert.deepEqual(await gaps(kysely), [])
})

test('a page that cannot be issued stops no other, takes no number, and is issued later', async () => {
  const before = await issued()
  await charge(2)
  await settleMoney(app)
  const { rows } = await pool.query<{ id: string }>(`
    select ledger_id as id from invoice_due order by ledger_id limit 1`)
  const bad = rows[0]?.id ?? assert.fail('a charge waits')
  await pool.query(`
    create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.ledger_id = '${bad}' then raise exception 'planted'; end if; return new; end $$;
    create trigger refuse_one before insert on invoice_line for each row execute function refuse_one()`)
  await assert.rejects(issueInvoices(app), /planted/)
  assert.equal(await issued(), before + 1)
  const due = await pool.query('select ledger_id, last_error from invoice_due')
  assert.deepEqual(due.rows, [{ ledger_id: bad, last_error: 'planted' }])
  const { rows: refused } = await pool.query<{ jobId: string }>(
    'select job_id as "jobId" from ledger_transfer where id = $1',
    [bad],
  )
  const jobId = refused[0]?.jobId ?? assert.fail('the charge has a job')
  await refundJob(app.dray.payments, { jobId, amountCents: 100, by: byOperator() })
  await settleMoney(app)
  await assert.rejects(issueInvoices(app), /not issued yet/, 'a refund waits for the page of its charge')
  await pool.query('drop function refuse_one cascade')
  await issueInvoices(app)
  assert.equal(await issued(), before + 1, 'it waits a minute')
  await pool.query('update invoice_due set due_at = now()')
  await issueInvoices(app)
  assert.equal(await issued(), before + 3)
  assert.deepEqual(await gaps(kysely), [])
  assert.deepEqual(await misplacedMovements(kysely), [])
})

test('play money, test keys and real money have separate series', async () => {
  await charge(1)
  await settleMoney(app)
  // As if the processor were not connected any longer: then it counts as real.
  await pool.query(`update payment set processor = 'gone' where id = (select payment_id from ledger_transfer
    where id = (select ledger_id from invoice_due))`)
  await issueInvoices(app)
  const { rows } = await pool.query<{ series: string; year: number; number: number }>(
    'select series, year, number from invoice where not is_test',
  )
  const [real, ...others] = rows
  assert.ok(real)
  assert.deepEqual(others, [])
  assert.equal(numberText(real), `R-${new Date().getUTCFullYear()}-000001`)
  assert.deepEqual(await gaps(kysely), [])
  await assert.rejects(pool.query('delete from invoice where not is_test'), /never deleted/)
})

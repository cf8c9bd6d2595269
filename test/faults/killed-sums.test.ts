import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daySumDifferences } from '../../server/day-sums/check-day-sums.ts'
import { newId } from '../../server/lib/ids.ts'
import { addJob, assertFigures, openDaySums } from '../support/day-sums-scene.ts'
import { holdInTrigger } from '../support/held-trigger.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { until } from '../support/until.ts'

/* Decision 63: what a crash costs the sums of days, and the check of the whole ledger. */

const days = 45

/** A job of a partner that was delivered on each of the days, with rows of the ledger. */
async function fill({ db }: Installation) {
  const scene = await openDaySums(db)
  for (let ago = 1; ago <= days; ago++) {
    const keyId = scene.keyIds[ago % 2] ?? null
    const jobId = await addJob(db, { keyId, status: 'completed', created: ago + 1, ended: ago })
    for (const [kind, debit, credit, cents] of [
      ['capture', 'held:1', 'captured:1', 1_000],
      ['share', 'captured:1', 'carrier:1', 900],
      ['fee', 'captured:1', 'platform:fees', 100],
    ])
      await db.pool.query(
        `insert into ledger_transfer (id, at, kind, debit, credit, amount_cents, mode, job_id)
         values ($1, now() - make_interval(days => $2), $3, $4, $5, $6, 'live', $7)`,
        [newId(), ago, kind, debit, credit, cents, jobId],
      )
  }
  return scene
}

test('kill -9 while a day is summed: nothing half is left, and another process sums the rest', async () => {
  await using installation = await createInstallation()
  const { db } = installation
  const scene = await fill(installation)
  const counts = async () => {
    const { rows } = await db.pool.query<{ summed: number; of_ledger: number }>(
      `select (select count(*)::integer from summed_day) as summed,
         (select count(distinct day)::integer from ledger_day_sum) as of_ledger`,
    )
    return rows[0] ?? assert.fail()
  }
  {
    await using held = await holdInTrigger(
      db,
      `before insert on ended_day_sum for each row when (new.day < (now() at time zone 'utc')::date - 9)`,
    )
    await using first = await installation.start('work')
    await held.reached()
    await first.kill()
  }
  const left = await counts()
  assert.equal(left.summed, left.of_ledger)
  assert.ok(left.summed >= 9 && left.summed < days, `${left.summed} days`)
  await assertFigures(db, scene)
  await using _second = await installation.start('work')
  await until('all days are summed', async () => (await counts()).summed === days)
  await assertFigures(db, scene)
  assert.deepEqual(await daySumDifferences(db.kysely, [{ start: new Date(0), end: null }]), [])
})

test('kill -9 in a part of the check of the whole ledger: another process goes on where the last part has ended', async () => {
  await using installation = await createInstallation()
  const { pool } = installation.db
  await fill(installation)
  // The end of a part of an earlier process: after all payments and wallets.
  const walk = {
    stage: 'days',
    after: null,
    began: '2026-01-01T00:00:00Z',
    accounts: { wallet: 7 },
    found: [],
    known: [],
  }
  await pool.query('insert into ledger_check (id, walk) values (true, $1)', [JSON.stringify(walk)])
  {
    await using held = await holdInTrigger(
      installation.db,
      'before update on ledger_check for each row when (old.walk is not null and new.walk is null)',
    )
    await using first = await installation.start('work')
    await held.reached()
    await first.kill()
  }
  const { rows } = await pool.query('select walk, whole_checked_at from ledger_check')
  assert.deepEqual(rows, [{ walk, whole_checked_at: null }], 'the part has to be done again')
  // Ends the lease of the killed process.
  await pool.query('update ledger_check set whole_leased_until = now(), whole_due_at = now()')
  await using _second = await installation.start('work')
  const checked = async () =>
    (await pool.query('select * from ledger_check where whole_checked_at is not null')).rows[0]
  await until('the walk has come to its end', async () => (await checked()) !== undefined)
  const { whole_checked_at: at, balances } = await checked()
  assert.equal(new Date(at).toISOString(), '2026-01-01T00:00:00.000Z', 'it is the walk that was begun')
  const { accounts } = balances.find(({ account }: { account: string }) => account === 'carrier') ?? {}
  assert.equal(accounts, 1)
})

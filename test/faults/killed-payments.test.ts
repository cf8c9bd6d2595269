import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readTopUp, readWallet, topUpWallet } from '#contract/app/payments.ts'
import { startSession } from '../../server/accounts/session-store.ts'
import { newId } from '../../server/lib/ids.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import { saveCard } from '../support/paying.ts'
import { sandboxBooks } from '../support/payments.ts'
import { type Person, personOf } from '../support/person.ts'
import { type LockMode, lockTable } from '../support/table-lock.ts'
import { until } from '../support/until.ts'

/*
 * As in killed-server.test.ts, a top-up is stopped at a step, the process is killed there, and a new process starts on
 * the same data. A top-up authorises, captures and fills a wallet, so it has every step of a charge.
 */
describe('DESIGN 6, promises 4 and 7: kill -9 at each step of a charge, and it happens once', {
  concurrency: 2,
}, () => {
  test('the lease of a killed call expires, and the charge is made within 60 s of the restart', (t) =>
    killAndWait(t.name, { table: 'sandbox_call', mode: 'ACCESS EXCLUSIVE', leaseRunsOut: 'by itself' }))

  test('after the processor has taken the hold, before that is written down', (t) =>
    killAndWait(t.name, { table: 'ledger_transfer', mode: 'SHARE ROW EXCLUSIVE', leaseRunsOut: 'at once' }))

  test('after the processor has captured, before the wallet has the money', (t) =>
    killAndWait(t.name, { table: 'wallet', mode: 'SHARE ROW EXCLUSIVE', leaseRunsOut: 'at once' }))
})

type Step = { table: string; mode: LockMode; leaseRunsOut: 'by itself' | 'at once' }

async function killAndWait(name: string, { table, mode, leaseRunsOut }: Step): Promise<void> {
  await using installation = await createInstallation()
  const { db } = installation
  const person = await somebody(installation)
  const payment_id = newId()
  {
    // Without background tasks, so only the charge waits at the step.
    await using first = await installation.start('serve')
    const payment_method_id = await saveCard(person)
    await using held = await lockTable(db.url, table, mode)
    const body = { payment_id, amount_cents: 5_000, payment_method_id, return_path: '/app' }
    const answer = person.call(topUpWallet, { body }).then(
      () => 'answered',
      () => 'lost',
    )
    await held.reached(1)
    await first.kill()
    assert.equal(await answer, 'lost', name)
  }
  if (leaseRunsOut === 'at once')
    await db.pool.query(`update payment_effect set due_at = now() where status = 'running'`)
  await using _second = await installation.start('start')
  await until(
    'the charge is done',
    async () => (await person.ok(readTopUp, { params: { payment_id } })).status === 'done',
    60_000,
  )
  assert.equal((await person.ok(readWallet)).balance_cents, 5_000)
  const { authorizations, heldCents, capturedCents } = await sandboxBooks(db)
  assert.deepEqual([authorizations.length, heldCents, capturedCents], [1, 0, 5_000])
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
}

/** A person whose session is created without SMS, so no process has to run. */
async function somebody({ db, port }: Installation): Promise<Person> {
  const account = { id: newId(), phone: newPhone() }
  await db.kysely.insertInto('account').values(account).execute()
  const token = await startSession(db.kysely, { accountId: account.id, kind: 'native', device: 'test' })
  const { id: accountId, phone } = account
  return personOf({ url: `http://127.0.0.1:${port}` }, { accountId, phone, token, kind: 'native' })
}

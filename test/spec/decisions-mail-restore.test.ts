import assert from 'node:assert/strict'
import path from 'node:path'
import test from 'node:test'
import { changeMyMail } from '#contract/app/mail.ts'
import { createDatabase } from '../support/database.ts'
import { completedDeal } from '../support/deals.ts'
import { issueInvoices } from '../support/invoices.ts'
import { envOf } from '../support/json-command.ts'
import { startMailServer } from '../support/mail-server.ts'
import { openMarket } from '../support/market.ts'
import { runCommand } from '../support/process.ts'

/* Decision 70: what waited when a backup was made was sent since, or is outdated. */
test('after a restore no notice, code or alert is sent again, and a receipt at most once more', async () => {
  await using server = await startMailServer()
  await using market = await openMarket(server.env)
  const { app } = market
  const ana = await market.person('Ana')
  await ana.ok(changeMyMail, { body: { address: 'waits@mail.example' } })
  await completedDeal(market)
  await issueInvoices(app)
  await app.db.pool.query(`
    with told as (insert into alert (entries, status) values ('[]', 'due') returning id)
    insert into mail (kind, alert_id, recipient, give_up_at)
    select 'alert', id, 'duty@mail.example', now() + interval '1 day' from told`)
  await app.db.pool.query(`
    insert into mail (kind, account_id, invoice_id, status, claim_id, due_at, give_up_at)
    select 'invoice', account_id, id, 'running', gen_random_uuid(), now() + interval '40 s', now() + interval '1 day'
    from invoice limit 1`)
  const file = path.join(app.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], envOf(app))).code, 0)

  await using target = await createDatabase()
  const restored = await runCommand(['restore', file], { DATABASE_URL: target.url, DATA_DIR: app.dataDir })
  assert.equal(restored.code, 0, restored.stderr)
  const { rows } = await target.pool.query(`
    select kind, status, unknown_outcomes, claim_id, sealed_code, due_at <= now() as is_due from mail order by kind`)
  const idle = { claim_id: null, sealed_code: null, is_due: true }
  assert.deepEqual(rows, [
    { kind: 'alert', status: 'unknown', unknown_outcomes: 0, ...idle },
    { kind: 'confirmation', status: 'unknown', unknown_outcomes: 0, ...idle },
    { kind: 'invoice', status: 'due', unknown_outcomes: 1, ...idle },
  ])
  assert.deepEqual((await target.pool.query('select status from alert')).rows, [{ status: 'failed' }])
  const codes = await target.pool.query('select from mail_confirmation where expires_at > now()')
  assert.equal(codes.rowCount, 0, 'a code that was used since is not valid again')
})

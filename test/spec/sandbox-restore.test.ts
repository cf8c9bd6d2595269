import assert from 'node:assert/strict'
import path from 'node:path'
import test from 'node:test'
import { withdrawDraft } from '../../server/jobs/drafts/withdraw-draft.ts'
import { createJournalMirror } from '../../server/journal/mirror.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { byOperator } from '../support/by-operator.ts'
import { createDatabase } from '../support/database.ts'
import { envOf } from '../support/json-command.ts'
import { openMarket } from '../support/market.ts'
import { runCommand } from '../support/process.ts'
import { sandboxUser } from '../support/sandbox.ts'

test('a restore keeps the test drafts that stay still, and deletes those that the journal has ended', async () => {
  await using market = await openMarket()
  const { app } = market
  const { pool, kysely } = app.db
  const user = await sandboxUser(app)
  const customer = await market.person()
  const [still, withdrawn] = [await user.begin('by_hand'), await user.begin('by_hand')]
  const opened = (await market.draft(customer, {}, user)).job_id
  await user.pass(3_600)
  const live = (await market.partner.create()).body.job_id
  await pool.query(`update job set expires_at = now() - interval '1 day' where id = any($1)`, [[still, live]])
  const file = path.join(app.dataDir, 'backup.tar.gz')
  assert.equal((await runCommand(['backup', file], envOf(app))).code, 0)
  await withdrawDraft({ kysely }, { jobId: withdrawn, by: byOperator() })
  await eraseAccount(kysely, { accountId: customer.accountId, moneySettled: false })

  const journal = path.join(app.dataDir, 'copy.jsonl')
  await createJournalMirror({ kysely, file: journal })()
  await using target = await createDatabase()
  const there = { DATABASE_URL: target.url, DATA_DIR: path.join(app.dataDir, 'elsewhere') }
  const restored = await runCommand(['restore', file, '--json', '--journal', journal], there)
  assert.equal(restored.code, 0, restored.stderr)
  const report = JSON.parse(restored.stdout) as Record<string, number>
  assert.deepEqual([report['withdrawn_drafts_replayed'], report['expired_drafts_deleted']], [1, 1])
  const clocks = `select aged_ms, stopped_at from sandbox_world`
  assert.deepEqual((await target.pool.query(clocks)).rows, (await pool.query(clocks)).rows)
  const { rows } = await target.pool.query('select id, aged_ms > 3500000 as "isAged" from job')
  const disabled = await target.pool.query(`select tgname from pg_trigger where tgenabled = 'D'`)
  assert.deepEqual(disabled.rows, [])
  assert.deepEqual(rows, [{ id: still, isAged: true }], `neither ${withdrawn}, ${opened} nor ${live}`)
})

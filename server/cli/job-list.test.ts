import assert from 'node:assert/strict'
import test from 'node:test'
import { startDray } from '../../test/support/dray.ts'
import { envOf } from '../../test/support/json-command.ts'
import { runCommand } from '../../test/support/process.ts'

type Listed = { job_id: string }

test('dray job list --search finds by phone, reference and id, and records a phone by its last two digits', async () => {
  await using app = await startDray()
  const partner = await app.partner()
  const { body: sofa } = await partner.create({
    external_reference: 'ORDER-1',
    customer_phone: '+34612345671',
  })
  await partner.create({ external_reference: 'ORDER-2', customer_phone: '+34612345672' })
  const run = (search: string) => runCommand(['job', 'list', '--search', search, '--json'], envOf(app))
  for (const search of ['+34612345671', 'ORDER-1', sofa.job_id]) {
    const { code, stdout, stderr } = await run(search)
    assert.equal(code, 0, stderr)
    assert.deepEqual(
      (JSON.parse(stdout) as Listed[]).map(({ job_id }) => job_id),
      [sofa.job_id],
    )
    assert.ok(!stdout.includes('612345671'), 'the phone is not printed')
  }
  const { code, stdout } = await run('+34 612')
  assert.deepEqual(
    [code, JSON.parse(stdout)],
    [0, []],
    'a text that cannot be a phone is searched for as a text',
  )
  const { rows } = await app.db.pool.query(
    `select act, changes, actor_type from audit_event where act like 'job.search%'`,
  )
  const changes = { last_two_digits: { from: null, to: '71' } }
  assert.deepEqual(rows, [{ act: 'job.search_phone', changes, actor_type: 'cli' }])
})

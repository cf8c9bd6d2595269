import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { listSettings, readExamination, readHealth, startExamination } from '#contract/admin/health.ts'
import { beat } from '../../server/db/nodes.ts'
import { createTaskRuns } from '../../server/health/task-runs.ts'
import { newId } from '../../server/lib/ids.ts'
import { drayVersion } from '../../server/lib/version.ts'
import { runTasks, startDray } from '../support/dray.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'
import { until } from '../support/until.ts'

/* Decision 36: what the panel shows of the installation itself. */
const secrets = {
  METRICS_TOKEN: 'canary-metrics-token',
  SECRET_KEY: 'c2VjcmV0LWNhbmFyeS1zZWNyZXQtY2FuYXJ5LTEyMzQ=',
}
const app = await startDray({ LOG_LEVEL: 'trace', CARRIER_OPEN_JOBS: '7', ...secrets })
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')
const { pool, kysely } = app.db

test('nodes are shown with their versions, also one that crashed, and settings that contradict', async () => {
  const node = { role: 'serve' as const, host: 'alpha', version: '1.2.3' }
  const [alive, crashed] = [newId(), newId()]
  await beat(kysely, { id: alive, ...node, contradictions: { BASE_URL: 'http://old.test' }, connections: 30 })
  await beat(kysely, { id: crashed, ...node, contradictions: {}, connections: 30 })
  await pool.query(`update node set seen_at = now() - interval '20 seconds' where id = $1`, [crashed])
  const { nodes, versions } = await viewer.ok(readHealth)
  const shown = new Map(nodes.map((each) => [each.node_id, each]))
  assert.deepEqual([shown.get(alive)?.alive, shown.get(crashed)?.alive], [true, false])
  assert.deepEqual(shown.get(alive)?.contradicted_settings, ['BASE_URL'])
  assert.equal(shown.get(alive)?.version, '1.2.3')
  assert.equal(versions.dray, drayVersion())
  assert.equal(versions.node, process.versions.node)
  assert.match(versions.postgresql, /^1[5-9]/)
  assert.match(versions.migration, /^\d{4}_\w+$/)
})

test('every task is shown with its last run, its duration and the next run', async () => {
  await using _ = runTasks(app)
  const tasks = async () => (await viewer.ok(readHealth)).tasks
  await until('the tasks have run', async () => (await tasks()).length >= 20)
  for (const { task, ended_at, next_at, error } of await tasks()) {
    assert.ok(Date.parse(next_at) >= Date.parse(ended_at), task)
    assert.equal(error, null, task)
  }
})

test('the last error of a task stays after the runs that went well', async () => {
  const runs = createTaskRuns()
  const ended = { seconds: 0.25, pauseSeconds: 60 }
  runs.note('forget-snoozes', { ...ended, isDone: false })
  runs.noteError('forget-snoozes', 'the line broke')
  runs.note('forget-snoozes', { ...ended, isDone: true })
  await runs.flush(pool)
  runs.note('forget-snoozes', { ...ended, isDone: true })
  await runs.flush(pool)
  const { tasks } = await viewer.ok(readHealth)
  const task = tasks.find((each) => each.task === 'forget-snoozes')
  assert.deepEqual([task?.error, task?.ms], ['the line broke', 250])
  assert.ok(task?.failed_at)
})

test('a queue has its depth, and the age of the oldest row that is due', async () => {
  const { queues } = await viewer.ok(readHealth)
  assert.deepEqual(
    queues.map(({ queue, waiting }) => [queue, waiting]),
    [
      ['sms', 0],
      ['payments', 0],
      ['notices', 0],
      ['pushes', 0],
      ['mails', 0],
      ['exports', 0],
    ],
  )
  const partner = await app.partner()
  await partner.create()
  await pool.query(`update sms set status = 'due', due_at = now() - interval '1 hour'`)
  const sms = (await viewer.ok(readHealth)).queues.find(({ queue }) => queue === 'sms')
  assert.equal(sms?.waiting, 1)
  assert.ok(Date.now() - Date.parse(sms?.oldest_at ?? '') > 3_500_000)
  await pool.query(`update sms set status = 'sent'`)
})

test('settings are for staff, name their value and its source, and hold no secret', async () => {
  assert.equal(await viewer.refused(listSettings), '403 role_too_low')
  const { text } = await staff.call(listSettings)
  for (const secret of Object.values(secrets)) assert.ok(!text.includes(secret))
  const { groups, file } = await staff.ok(listSettings)
  assert.equal(file, null)
  const all = new Map(groups.flatMap(({ settings }) => settings.map((each) => [each.name, each])))
  const facts = (name: string) => {
    const { value, source, is_set, is_secret } = all.get(name) ?? assert.fail(name)
    return { value, source, is_set, is_secret }
  }
  const given = { source: 'environment', is_set: true, is_secret: false }
  assert.deepEqual(facts('CARRIER_OPEN_JOBS'), { value: '7', ...given })
  assert.deepEqual(facts('METRICS_TOKEN'), { ...given, value: null, is_secret: true })
  assert.deepEqual(facts('PORT'), { value: '8080', source: 'default', is_set: false, is_secret: false })
  assert.equal(facts('SMS_PROVIDER').value, 'outbox')
  const spanish = await staff.ok(listSettings, { headers: { 'accept-language': 'es' } })
  assert.equal(spanish.groups[0]?.title, 'Red')
  assert.equal(
    spanish.groups[0]?.settings[0]?.description,
    'Puerto en el que se atiende HTTP; con `0`, cualquiera libre, que se muestra al arrancar',
  )
  const inUse = (title: string) => groups.find((group) => group.title.includes(title))?.in_use
  assert.deepEqual([inUse('GEOCODER=embedded'), inUse('SMS_PROVIDER=twilio')], [true, false])
})

test('staff examine the installation: one at a time, recorded, with what to do about each finding', async () => {
  assert.equal((await viewer.ok(readExamination)).state, 'none')
  assert.equal(await viewer.refused(startExamination), '403 role_too_low')
  const begun = await staff.ok(startExamination)
  assert.equal(begun.started_by, 'New staff')
  const second = await owner.call(startExamination)
  const { state } = await viewer.ok(readExamination)
  // A fast machine may have ended it before the second one was asked for.
  if (state === 'running') assert.equal(second.status, 409)
  await until('it is done', async () => (await viewer.ok(readExamination)).state === 'done')
  const { checks, finished_at } = await viewer.ok(readExamination)
  assert.ok(finished_at)
  const names = checks.map(({ name }) => name)
  for (const name of ['node', 'database', 'schema', 'secret key', 'geocoder embedded', 'payments sandbox'])
    assert.ok(names.includes(name), name)
  assert.ok(checks.every(({ status, remedy }) => (status === 'ok') === (remedy === null)))
  const spanish = await viewer.ok(readExamination, { headers: { 'accept-language': 'es' } })
  const both = checks.map(({ name }, at) => [name, spanish.checks[at]?.name])
  assert.deepEqual(both.slice(1, 4), [
    ['configuration', 'configuración'],
    ['data folder', 'carpeta de datos'],
    ['database', 'base de datos'],
  ])
  const { events } = await viewer.ok(listAuditEvents, { query: { act: 'installation.examine' } })
  assert.equal(events.at(-1)?.actor.id, staff.memberId)
})

test('an examination whose node stopped is shown as lost, and another one can be started', async () => {
  await until('none is running', async () => (await viewer.ok(readExamination)).state === 'done')
  await pool.query(
    `update examination set finished_at = null, touched_at = now() - interval '3 minutes', started_at = now() - interval '3 minutes'`,
  )
  assert.equal((await viewer.ok(readExamination)).state, 'lost')
  const others = [
    { name: 'node', status: 'ok', detail: '24.18.0', remedy: null },
    { name: ['later', 'x'], status: 'warn', detail: ['unheard', 7], remedy: ['alike'] },
  ]
  await pool.query('update examination set checks = $1', [JSON.stringify(others)])
  assert.deepEqual(
    (await viewer.ok(readExamination)).checks,
    [others[0], { name: 'later x', status: 'warn', detail: 'unheard 7', remedy: 'alike' }],
    'what another version of Dray has stored is shown',
  )
  const { checks } = await staff.ok(startExamination)
  assert.ok(!checks.some(({ name }) => name === 'later x'), 'the new one begins without the old checks')
  await until('it is done', async () => (await viewer.ok(readExamination)).state === 'done')
})

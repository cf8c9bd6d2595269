import assert from 'node:assert/strict'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { HealthCheck } from '#contract/admin/health.ts'
import { createDatabase } from '../../test/support/database.ts'
import { closedPort, serveLocally } from '../../test/support/local-server.ts'
import { runCommand } from '../../test/support/process.ts'
import { written } from '../../test/support/written-checks.ts'
import { compareSchema } from '../db/schema-state.ts'
import type { Env } from '../lib/env.ts'
import type { CheckName, Remedy } from '../texts/coded.ts'
import { attempt, ok, reasonOf } from './check.ts'
import { judgeConnections, judgePooled } from './connections.ts'
import { judgeClock, judgeSchema, judgeServer } from './database.ts'
import { examine } from './examine.ts'
import { checkIdleSettings } from './idle-settings.ts'
import { checkNode, judgeSpace } from './machine.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dray-doctor-'))
after(() => fs.rmSync(folder, { recursive: true, force: true }))

const examined = async (env: Env) => (await examine(env)).map(written)
const notWell = (checks: HealthCheck[]) => checks.filter(({ status }) => status !== 'ok')
const named = (checks: HealthCheck[], name: string) => {
  const found = checks.find((check) => check.name === name)
  assert.ok(found, `${name} is among ${checks.map((check) => check.name).join(', ')}`)
  return found
}

test('finds a healthy set-up well, in every part, and leaves nothing behind', async () => {
  await using db = await createDatabase()
  const checks = await examined({ DATABASE_URL: db.serviceUrl, DATA_DIR: path.join(folder, 'well') })
  assert.deepEqual(notWell(checks), [])
  assert.deepEqual(
    checks.map(({ name }) => name),
    [
      'node',
      'configuration',
      'data folder',
      'database',
      'schema',
      'connections',
      'clock',
      'installation',
      'secret key',
      'audit log',
      'geocoder embedded',
      'address precision',
      'payments sandbox',
      'receipts',
      'router embedded',
      'photo storage disk',
      'photo decoder',
      'sms outbox',
      'calls',
      'length of texts',
      'links',
      'apps',
      'company',
      'metrics',
    ],
  )
  const left = fs.readdirSync(path.join(folder, 'well'), { recursive: true, withFileTypes: true })
  assert.deepEqual(
    left.filter((entry) => entry.isFile()).map(({ name }) => name),
    [],
  )
})

test('names every part that fails and its remedy, and still checks the rest', async () => {
  const port = await closedPort()
  const gone = `127.0.0.1:${port}`
  fs.writeFileSync(path.join(folder, 'file'), '')
  const checks = await examined({
    DATABASE_URL: `postgres://dray:hunter2secret@${gone}/dray`,
    REDIS_URL: `redis://:hunter2secret@${gone}`,
    DATA_DIR: path.join(folder, 'file', 'data'),
    GEOCODER: 'nominatim,embedded',
    NOMINATIM_URL: `http://${gone}`,
    ROUTER: 'osrm,embedded',
    OSRM_URL: `http://${gone}`,
  })
  const failed = [
    'data folder',
    'database',
    'geocoder nominatim',
    'router osrm',
    'photo storage disk',
    'redis',
  ]
  assert.deepEqual(
    notWell(checks).map(({ name, status }) => `${status} ${name}`),
    failed.map((name) => `fail ${name}`),
  )
  assert.match(named(checks, 'database').detail, /ECONNREFUSED/)
  assert.match(named(checks, 'redis').detail, /ECONNREFUSED/)
  assert.match(named(checks, 'geocoder nominatim').detail, /ECONNREFUSED/)
  assert.match(named(checks, 'data folder').detail, /ENOTDIR/)
  for (const check of notWell(checks)) assert.ok(check.remedy)
  assert.ok(!JSON.stringify(checks).includes('hunter2secret'))
})

test('lists every fault of the configuration at once, and none of its values', async () => {
  const checks = await examined({ PORT: 'x', REDIS_URL: 'http://hunter2secret', GEOCODER: 'nowhere' })
  const faults = notWell(checks).map(({ name, detail }) => `${name}: ${detail}`)
  assert.equal(faults.length, 3, faults.join('\n'))
  for (const variable of ['PORT', 'REDIS_URL', 'GEOCODER']) {
    assert.ok(faults.some((fault) => fault.startsWith(`configuration: ${variable} `)))
  }
  assert.ok(!JSON.stringify(checks).includes('hunter2secret'))
})

test('reports the error of the embedded PostgreSQL when it cannot start', async () => {
  fs.writeFileSync(path.join(folder, 'other'), '')
  const checks = await examined({ DATA_DIR: path.join(folder, 'other') })
  assert.match(named(checks, 'database').detail, /cannot write in its data folder .* set DATA_DIR/)
})

test('sees tables that are not there yet', async () => {
  await using db = await createDatabase()
  await db.pool.query('drop schema public cascade; create schema public')
  const checks = await examined({ DATABASE_URL: db.serviceUrl, DATA_DIR: path.join(folder, 'new') })
  assert.deepEqual(
    notWell(checks).map(({ name, status }) => `${status} ${name}`),
    ['warn schema'],
  )
  assert.match(String(named(checks, 'schema').remedy), /dray migrate/)
})

test('probes the operator’s engines, and detects an engine with data of another region', async () => {
  await using engine = await serveLocally((request, response) => {
    response.setHeader('content-type', 'application/json')
    const isRoute = request.url?.startsWith('/route')
    const waypoint = { distance: 1 }
    const route = {
      code: 'Ok',
      waypoints: [waypoint, waypoint],
      routes: [{ distance: 900_000, duration: 30_000 }],
    }
    response.end(JSON.stringify(isRoute ? route : []))
  })
  await using db = await createDatabase()
  const checks = await examined({
    DATABASE_URL: db.serviceUrl,
    DATA_DIR: path.join(folder, 'engines'),
    GEOCODER: 'nominatim',
    NOMINATIM_URL: engine.url,
    ROUTER: 'osrm',
    OSRM_URL: engine.url,
  })
  assert.deepEqual(
    notWell(checks).map(({ name, status }) => `${status} ${name}`),
    ['fail geocoder nominatim', 'warn router osrm'],
  )
  assert.match(named(checks, 'geocoder nominatim').detail, /does not find Madrid/)
  assert.match(named(checks, 'router osrm').detail, /900 km/)
})

test('probes Redis', async () => {
  await using db = await createDatabase()
  // The part of Redis that a PING needs.
  const redis = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const commands = String(data).match(/\*\d+\r\n\$\d+\r\n\w+/g) ?? []
      for (const command of commands) socket.write(command.endsWith('PING') ? '+PONG\r\n' : '+OK\r\n')
    })
  })
  await new Promise<void>((resolve) => void redis.listen(0, '127.0.0.1', resolve))
  const { port } = redis.address() as net.AddressInfo
  try {
    const env = {
      DATABASE_URL: db.serviceUrl,
      DATA_DIR: path.join(folder, 'redis'),
      REDIS_URL: `redis://127.0.0.1:${port}`,
    }
    assert.equal(named(await examined(env), 'redis').detail, 'answers PONG')
  } finally {
    redis.close()
  }
})

test('judges versions, encodings, migrations, clocks and space', () => {
  const server = { major: 15, version: '15.1', encoding: 'UTF8', isStandby: false, isOnlyAsynchronous: false }
  assert.equal(judgeServer(server).status, 'ok')
  assert.equal(judgeServer({ ...server, major: 14 }).status, 'fail')
  assert.equal(judgeServer({ ...server, major: 19 }).status, 'warn')
  assert.equal(judgeServer({ ...server, encoding: 'SQL_ASCII' }).status, 'fail')
  assert.equal(judgeServer({ ...server, isStandby: true }).status, 'fail')
  assert.equal(judgeServer({ ...server, isOnlyAsynchronous: true }).status, 'warn')
  assert.equal(judgeConnections(97, 97).status, 'ok')
  assert.equal(judgeConnections(98, 97).status, 'warn')
  const behindPooler = (open: number) =>
    judgePooled('PgBouncer', 'transaction', { open, available: 97, direct: 4 }).status
  assert.deepEqual([behindPooler(93), behindPooler(94)], ['ok', 'warn'])
  const release = { oldest: '0.3.0', newest: '0.4.0' }
  const schema = (applied: string[], known: string[], version = '0.3.0') =>
    judgeSchema(compareSchema(applied, { known, version, release })).status
  assert.equal(schema(['a'], ['a']), 'ok')
  assert.equal(schema(['a'], ['a', 'b']), 'warn')
  assert.equal(schema(['a', 'b'], ['a']), 'ok')
  assert.equal(schema(['a', 'b'], ['a'], '0.2.9'), 'fail')
  assert.equal(schema(['a', 'c'], ['a', 'b']), 'fail')
  assert.deepEqual(
    [judgeClock(-5.1), judgeClock(5.1), judgeClock(4.9)].map(({ status }) => status),
    ['warn', 'warn', 'ok'],
  )
  const statuses = [100, 1_000, 10_000].map((mebibytes) => judgeSpace(mebibytes * 1_048_576).status)
  assert.deepEqual(statuses, ['fail', 'warn', 'ok'])
  assert.deepEqual(
    ['20.1.0', '24.17.9', '24.18.0', '26.0.0'].map((version) => checkNode(version).status),
    ['fail', 'fail', 'ok', 'ok'],
  )
})

test('reports an error without the secrets in it', async () => {
  const key = `dray_live_${'a'.repeat(32)}`
  const error = new Error(`no answer from redis://user:pass@host/0 for ${key} and +34600111222`)
  assert.equal(reasonOf(error), 'no answer from redis://[credentials]@host/0 for [key] and [phone]')
  const [name, remedy]: [CheckName, Remedy] = [['redis'], ['startRedis']]
  const check = await attempt({ name, remedy }, () => Promise.reject(error))
  assert.deepEqual(check, { name, status: 'fail', detail: ['quoted', reasonOf(error)], remedy })
  const fine = ok(name, ['redisAnswers', 'PONG'])
  assert.deepEqual(await attempt({ name, remedy }, () => fine), fine)
})

test('settings that do nothing without another one are named, and a fee without terms', () => {
  const found = (env: Env) => checkIdleSettings(env).map((check) => written(check).detail)
  assert.deepEqual(
    found({
      MAIL_FROM: 'hello@dray.example',
      ALERT_WEBHOOK_SECRET: 'a secret of the operator',
      ALERT_WEBHOOK_ALLOWED: '10.0.0.9:443',
      LEGAL_TERMS_VERSION: '2026-12-01',
      VAT_BASIS_POINTS: '2100',
      SIMPLIFIED_INVOICE_MAX_CENTS: '40000',
      CARRIER_VAT_BASIS_POINTS: '2100',
      INVOICE_SELLS: 'fee',
    }),
    [
      'MAIL_FROM is set, and does nothing without MAIL_URL',
      'ALERT_WEBHOOK_SECRET is set, and does nothing without ALERT_WEBHOOK_URL',
      'ALERT_WEBHOOK_ALLOWED is set, and does nothing without ALERT_WEBHOOK_URL',
      'LEGAL_TERMS_VERSION is set, and does nothing without LEGAL_TERMS',
      'VAT_BASIS_POINTS is set, and does nothing without VAT_SCHEME=included',
      'SIMPLIFIED_INVOICE_MAX_CENTS is set, and does nothing without VAT_SCHEME=included, LEGAL_TAX_NUMBER and INVOICE_SELLS=everything',
      'CARRIER_VAT_BASIS_POINTS is set, and does nothing without INVOICE_SELLS=everything',
    ],
  )
  const fee = { WASTED_TRIP_FEES: 'S=1000,M=1500,L=2500,XL=4000' }
  assert.match(found(fee).join(), /LEGAL_TERMS names no terms/)
  const whole: Env = {
    ...fee,
    MAIL_FROM: 'hello@dray.example',
    MAIL_URL: 'smtps://mail.dray.example',
    LEGAL_TERMS: 'https://dray.example/terms',
    LEGAL_TERMS_VERSION: '2026-12-01',
    VAT_SCHEME: 'included',
    VAT_BASIS_POINTS: '2100',
    CARRIER_VAT_BASIS_POINTS: '2100',
  }
  assert.deepEqual(found(whole), [])
})

test('another SERVICE_NAME is a warning before there are keys, and a failure once a start with it is refused', async () => {
  await using db = await createDatabase()
  const env = { DATABASE_URL: db.serviceUrl, DATA_DIR: path.join(folder, 'renamed') }
  await db.pool.query(`insert into installation_setting (name, value) values ('SERVICE_NAME', 'dray')`)
  const judged = async () => named(await examined({ ...env, SERVICE_NAME: 'acme' }), 'installation')
  assert.equal((await judged()).status, 'warn')
  const made = await runCommand(['partner', 'create', '--company-name', 'Shop', '--json'], env)
  const { partner_id } = JSON.parse(made.stdout) as { partner_id: string }
  assert.equal((await runCommand(['key', 'create', '--partner', partner_id, '--json'], env)).code, 0)
  const { status, detail, remedy } = await judged()
  assert.equal(status, 'fail')
  assert.match(detail, /1 in use/)
  assert.match(remedy ?? '', /SERVICE_NAME=dray, or .*installation set SERVICE_NAME acme --end-keys/)
})

test('without a running node the doctor says that none runs', async () => {
  await using db = await createDatabase()
  const env = { DATABASE_URL: db.serviceUrl, DATA_DIR: path.join(folder, 'asleep') }
  await db.pool.query(`insert into installation_setting (name, value) values ('SERVICE_NAME', 'dray')`)
  const { status, detail } = named(await examined(env), 'installation')
  assert.deepEqual([status, detail], ['ok', 'no node runs now; these settings agree with the record'])
})

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { deployText } from '../support/deploy-files.ts'
import { startDeployedPgBouncer } from '../support/deployed-pgbouncer.ts'
import { createInstallation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import { postgresOverTcp } from '../support/postgres-over-tcp.ts'
import { findProgram, missingPrograms } from '../support/programs.ts'

const root = path.join(import.meta.dirname, '../..')

describe('the other files of deploy/ (decision 57)', () => {
  for (const role of ['serve', 'work'])
    test(`systemd takes the unit of ${role}`, { skip: missingPrograms('systemd-analyze') }, () =>
      verifyUnit(`dray-${role}.service`),
    )

  test('a command beside the units has their settings, and names who used sudo', commandBesideUnits)

  test(
    'Compose takes its file, with the secrets that the script makes',
    {
      skip: missingPrograms('docker-compose'),
    },
    checkCompose,
  )

  test('a whole Dray behind PgBouncer, by its file', { skip: missingPrograms('pgbouncer') }, throughPgBouncer)
})

async function verifyUnit(name: string): Promise<void> {
  await using folder = await tempFolder()
  const unit = path.join(folder.path, name)
  const replaced = [
    ['/srv/dray/node_modules/.bin/node', process.execPath],
    ['/srv/dray', root],
  ] as const
  await writeFile(unit, deployText(`systemd/${name}`, replaced))
  const verify = findProgram('systemd-analyze') ?? 'systemd-analyze'
  const warnings = execFileSync('/bin/sh', ['-c', '"$0" verify --man=no "$1" 2>&1', verify, unit], {
    encoding: 'utf8',
  })
  assert.doesNotMatch(warnings, new RegExp(name), warnings)
}

async function commandBesideUnits(): Promise<void> {
  await using folder = await tempFolder()
  await using installation = await createInstallation()
  const [script, settings, url] = ['dray', 'settings.env', 'database-url'].map((name) =>
    path.join(folder.path, name),
  ) as [string, string, string]
  await writeFile(settings, 'SERVICE_NAME=acme\n')
  await writeFile(url, `${installation.db.url}\n`)
  const text = deployText('systemd/dray', [
    ['/srv/dray/node_modules/.bin/node', process.execPath],
    ['/srv/dray', root],
    ['/var/lib/dray', installation.dataDir],
    ['/etc/dray/settings.env', settings],
    ['/etc/dray/database-url', url],
  ])
  await writeFile(script, text)
  const { PATH = '' } = process.env
  const dray = (...args: string[]) =>
    execFileSync('/bin/sh', [script, ...args], { env: { PATH, SUDO_USER: 'eva' }, encoding: 'utf8' })
  const { partner_id } = JSON.parse(dray('partner', 'create', '--company-name', 'Units', '--json')) as {
    partner_id: string
  }
  assert.match(dray('key', 'create', '--partner', partner_id), /acme_live_/)
  assert.match(dray('audit', 'list', '--json'), /"actor_name": "eva"/)
}

async function checkCompose(): Promise<void> {
  await using folder = await tempFolder()
  const names = ['compose.yaml', 'make-secrets.sh', 'settings.env.example', 'Caddyfile']
  for (const name of names) {
    // Compose 1 does not know the name of a project yet.
    const replaced = name === 'compose.yaml' ? ([['name: dray\n', '']] as const) : []
    await writeFile(path.join(folder.path, name), deployText(`compose/${name}`, replaced))
  }
  execFileSync('/bin/sh', ['make-secrets.sh'], { cwd: folder.path })
  const { PATH = '' } = process.env
  const env = { PATH, DRAY_HOST: 'dray.example' }
  const config = execFileSync(findProgram('docker-compose') ?? '', ['--file', 'compose.yaml', 'config'], {
    cwd: folder.path,
    env,
    encoding: 'utf8',
  })
  assert.match(config, /BASE_URL: https:\/\/dray\.example/)
  assert.match(config, /secrets\/database-url/)
}

async function throughPgBouncer(): Promise<void> {
  await using folder = await tempFolder()
  await using installation = await createInstallation()
  await using postgres = await postgresOverTcp(installation.db.serviceUrl)
  await using pgbouncer = await startDeployedPgBouncer({ folder: folder.path, url: postgres.url })
  await using _dray = await installation.start('start', { env: pgbouncer.env })
  const live = await installation.partner()
  const photos = [installation.photos.photo]
  const created = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      live.create(
        { customer_phone: newPhone(), external_reference: `order-${n}`, photos },
        { 'idempotency-key': `order-${n}` },
      ),
    ),
  )
  for (const { status, body, text } of created) {
    assert.equal(status, 201, text)
    assert.equal((await live.read(body.job_id)).body.status, 'draft')
  }
  assert.equal((await live.estimate({})).status, 200)

  const test = await installation.partner({ mode: 'test' })
  const { job_id } = (await test.create({ customer_phone: newPhone() })).body
  const moved = await test.call('/sandbox/v1/clock', { method: 'POST', body: { advance_seconds: 172_900 } })
  assert.equal(moved.status, 200, moved.text)
  assert.equal((await test.read(job_id)).status, 404, 'the draft has expired in its world')
  assert.doesNotMatch(pgbouncer.program().output(), /ERROR|WARNING unknown/, pgbouncer.program().output())
}

async function tempFolder(): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dray-deploy-'))
  await chmod(folder, 0o755)
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

import assert from 'node:assert/strict'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import { caller } from '../support/dray.ts'
import { freePort } from '../support/free-port.ts'
import { freshGet } from '../support/fresh-get.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { type DrayProcess, launchProcess, type Ran, runCommand } from '../support/process.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

type Env = Record<string, string>
type Setting = { name: string; value: string; here: string | null }
type Check = { name: string; status: string; detail: string }

const unknownJob = '/v1/jobs/01890000-0000-7000-8000-000000000000'

/** Runs a command with the database's URL and without the server's settings. */
const shell = ({ db, dataDir }: Installation, args: string[], more: Env = {}): Promise<Ran> =>
  runCommand(args, { DATABASE_URL: db.url, DATA_DIR: dataDir, ...more })

async function json<T>(installation: Installation, args: string[], more?: Env): Promise<T> {
  const { code, stdout, stderr } = await shell(installation, [...args, '--json'], more)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as T
}

const newPartner = async (installation: Installation): Promise<string> =>
  (await json<{ partner_id: string }>(installation, ['partner', 'create', '--company-name', 'Acme']))
    .partner_id

const callWith = ({ url }: DrayProcess, apiKey: string) =>
  caller(url)(unknownJob, { headers: { 'x-api-key': apiKey } })

const settingsOf = async (installation: Installation, more?: Env): Promise<Record<string, Setting>> => {
  const { settings } = await json<{ settings: Setting[] }>(installation, ['installation', 'show'], more)
  return Object.fromEntries(settings.map((setting) => [setting.name, setting]))
}

const metric = async (url: string, line: string): Promise<boolean> =>
  (await (await fetch(`${url}/metrics`)).text()).split('\n').includes(line)

describe('recorded settings of the installation (DESIGN 2)', { concurrency: 2 }, () => {
  test(
    'a key made in a shell without SERVICE_NAME works on the server, and has the limit of the installation',
    keyOfAShell,
  )

  test(
    'a node with another SERVICE_NAME does not start while keys are in use; changing it takes a separate command',
    otherServiceName,
  )

  test(
    'two nodes: a setting that changed with a restart is seen by the other within seconds, in log, metrics and doctor',
    changedSettingOnTwoNodes,
  )

  test(
    'the first key fixes the name before any server ran, and an older database takes it from its keys',
    firstKeyFixesName,
  )

  test(
    'one settings file serves server, worker, commands and doctor; the environment wins over it',
    sharedSettingsFile,
  )

  test(
    'a settings file that is wrong stops the start, each line named by its number and no value shown',
    invalidSettingsFile,
  )
})

async function keyOfAShell(): Promise<void> {
  await using installation = await createInstallation()
  const env = { SERVICE_NAME: 'acme', RATE_LIMIT_PER_MINUTE: '77' }
  await using dray = await installation.start('serve', { env })
  const partner = await newPartner(installation)
  type Key = { key_id: string; api_key: string }
  const { key_id, api_key } = await json<Key>(installation, ['key', 'create', '--partner', partner])
  assert.match(api_key, /^acme_live_/)
  const answer = await callWith(dray, api_key)
  assert.deepEqual([answer.status, answer.headers.get('x-ratelimit-limit')], [404, '77'])

  const contradicting = { SERVICE_NAME: 'dray', RATE_LIMIT_PER_MINUTE: '5', SMS_NOTICES: 'off' }
  for (const args of [
    ['key', 'regenerate', key_id],
    ['key', 'create', '--partner', partner],
  ]) {
    const refused = await shell(installation, args, contradicting)
    assert.equal(refused.code, 1)
    assert.equal(refused.stdout, '')
    assert.match(
      refused.stderr,
      /(SERVICE_NAME is dray here, but this installation runs with acme|RATE_LIMIT)/,
    )
    assert.match(refused.stderr, /Unset it here/)
  }
  await until('the good key is alive', async () => (await callWith(dray, api_key)).status === 404)

  // A command that does not use a contradicting setting runs, and prints a warning with its result.
  const list = await shell(installation, ['key', 'list', '--json'], contradicting)
  assert.equal(list.code, 0)
  assert.equal((JSON.parse(list.stdout) as unknown[]).length, 1)
  assert.match(list.stderr, /^Warning: SERVICE_NAME is dray here, but this installation runs with acme\.$/m)
  assert.equal((await shell(installation, ['key', 'revoke', key_id], contradicting)).code, 0)
  const shown = await settingsOf(installation, contradicting)
  assert.deepEqual([shown.SERVICE_NAME?.value, shown.SERVICE_NAME?.here], ['acme', 'dray'])
  assert.deepEqual([shown.RATE_LIMIT_PER_MINUTE?.value, shown.RATE_LIMIT_PER_MINUTE?.here], ['77', '5'])

  const bare = await shell(installation, ['doctor', '--json'])
  assert.ok(!bare.stdout.includes('"name": "installation",\n      "status": "warn"'), bare.stdout)
  const doctor = await shell(installation, ['doctor', '--json'], contradicting)
  const { checks } = JSON.parse(doctor.stdout) as { checks: Check[] }
  const warned = checks.filter(({ name, status }) => name === 'installation' && status === 'warn')
  assert.deepEqual(
    warned.map(({ detail }) => detail.split(' ')[0]),
    ['SERVICE_NAME', 'RATE_LIMIT_PER_MINUTE', 'SMS_NOTICES'],
  )
}

async function otherServiceName(): Promise<void> {
  await using installation = await createInstallation()
  await using first = await installation.start('serve', { env: { SERVICE_NAME: 'acme' } })
  const partner = await newPartner(installation)
  const made = await json<{ key_id: string; api_key: string }>(installation, [
    'key',
    'create',
    '--partner',
    partner,
  ])
  await using second = await launchProcess({
    role: 'serve',
    env: { ...installation.env, SERVICE_NAME: 'other' },
  })
  assert.equal((await second.ended).code, 1)
  assert.match(second.output.stderr, /SERVICE_NAME is other here, but this installation runs with acme/)
  assert.match(second.output.stderr, /would end a key/)
  assert.equal((await callWith(first, made.api_key)).status, 404, 'nothing has changed')

  const refused = await shell(installation, ['installation', 'set', 'SERVICE_NAME', 'other'])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /would end 1 in use. Add --end-keys/)
  const set = ['installation', 'set', 'SERVICE_NAME', 'other', '--end-keys', '--as', 'Ana']
  assert.deepEqual(await json(installation, set), { SERVICE_NAME: 'other', before: 'acme', keys_ended: 1 })
  await until('the old value is refused', async () => (await callWith(first, made.api_key)).status === 403)
  await until('the running node says that it is behind', () =>
    metric(first.url, 'dray_setting_contradiction{setting="SERVICE_NAME"} 1'),
  )
  await using third = await installation.start('serve', { port: await freePort() })
  const isMarked = async () => {
    const keys = await json<{ key_id: string; old_prefix: boolean }[]>(installation, ['key', 'list'])
    return keys.find(({ key_id }) => key_id === made.key_id)?.old_prefix
  }
  assert.equal(await isMarked(), true)
  const renewed = await json<{ api_key: string }>(installation, ['key', 'regenerate', made.key_id])
  assert.equal(await isMarked(), false)
  assert.match(renewed.api_key, /^other_live_/)
  assert.equal((await callWith(third, renewed.api_key)).status, 404)
  const events = await json<{ act: string; actor_name: string }[]>(installation, ['audit', 'list'])
  assert.ok(events.some(({ act, actor_name }) => act === 'installation.set' && actor_name === 'Ana'))
}

async function changedSettingOnTwoNodes(): Promise<void> {
  await using installation = await createInstallation()
  const env = { BASE_URL: 'https://old.example', DRAFT_LIFETIME_SECONDS: '3600' }
  await using old = await installation.start('serve', { env })
  await until('no contradiction', () => metric(old.url, 'dray_setting_contradiction{setting="BASE_URL"} 0'))
  // A setting that it does not set itself is taken from the running node.
  await using young = await installation.start('serve', {
    port: await freePort(),
    env: { BASE_URL: 'https://new.example' },
  })
  assert.match(young.output.stderr, /"setting":"BASE_URL","before":"https:\/\/old.example"/)
  const shown = await settingsOf(installation)
  assert.equal(shown.BASE_URL?.value, 'https://new.example')
  assert.equal(shown.DRAFT_LIFETIME_SECONDS?.value, '3600')
  await until('the old node notices', () =>
    metric(old.url, 'dray_setting_contradiction{setting="BASE_URL"} 1'),
  )
  assert.match(old.output.stderr, /"setting":"BASE_URL","here":"https:\/\/old.example".*restart it/)
  assert.ok(await metric(young.url, 'dray_setting_contradiction{setting="BASE_URL"} 0'))
  await until('doctor says so', async () =>
    (await shell(installation, ['doctor'])).stdout.includes('still runs with BASE_URL https://old.example'),
  )
  old.signal('SIGTERM')
  await old.ended
  const { nodes } = await json<{ nodes: { role: string }[] }>(installation, ['installation', 'show'])
  assert.deepEqual(
    nodes.map(({ role }) => role),
    ['serve'],
    'who stopped is listed no more',
  )
}

async function firstKeyFixesName(): Promise<void> {
  await using installation = await createInstallation()
  const partner = await newPartner(installation)
  const create = ['key', 'create', '--partner', partner]
  await json(installation, create, { SERVICE_NAME: 'acme' })
  const { api_key } = await json<{ api_key: string }>(installation, create)
  assert.match(api_key, /^acme_live_/)
  await using dray = await installation.start('serve')
  assert.equal((await callWith(dray, api_key)).status, 404)
}

async function sharedSettingsFile(): Promise<void> {
  await using installation = await createInstallation()
  const { dataDir, db } = installation
  const file = path.join(dataDir, 'settings.env')
  const lines = ['# of the test', `DATABASE_URL=${db.url}`, 'SERVICE_NAME="acme" # name', 'BASE_URLS=typo']
  await writeFile(file, `${lines.join('\n')}\nRATE_LIMIT_PER_MINUTE=55\nMETRICS_TOKEN=0123456789abcdefgh\n`)
  await chmod(file, 0o604)
  const port = await freePort()
  await using dray = await launchProcess({ role: 'serve', port, env: { DATA_DIR: dataDir } })
  await until('it is ready', async () => (await freshGet(`${dray.url}/health/ready`)) === 200)
  assert.match(dray.output.stderr, /BASE_URLS is not a setting of Dray/)
  assert.match(dray.output.stderr, /METRICS_TOKEN and every user can read it/)
  assert.equal(await freshGet(`${dray.url}/metrics`), 401)
  await using worker = await launchProcess({
    role: 'work',
    env: { DATA_DIR: dataDir, DRAY_SETTINGS: file },
  })
  await until('the worker is ready', async () => (await freshGet(`${worker.url}/health/ready`)) === 200)
  assert.equal(await freshGet(`${worker.url}/metrics`), 401)
  const run = (args: string[], env: Env = {}) =>
    runCommand([...args, '--json'], { DATA_DIR: dataDir, DRAY_SETTINGS: file, ...env })
  const partner = await run(['partner', 'create', '--company-name', 'Acme'])
  assert.match(partner.stderr, /Warning: .*BASE_URLS/)
  const { partner_id } = JSON.parse(partner.stdout) as { partner_id: string }
  const key = await run(['key', 'create', '--partner', partner_id])
  const { api_key } = JSON.parse(key.stdout) as { api_key: string }
  const answer = await callWith(dray, api_key)
  assert.deepEqual([answer.status, answer.headers.get('x-ratelimit-limit')], [404, '55'])
  const doctor = await run(['doctor'])
  assert.match(doctor.stdout, /settings\.env/)
  assert.match(doctor.stdout, /chmod o-r/)
  const won = await run(['key', 'create', '--partner', partner_id], { SERVICE_NAME: 'other' })
  assert.match(won.stderr, /SERVICE_NAME is other here/)
}

async function invalidSettingsFile(): Promise<void> {
  await using installation = await createInstallation()
  const file = path.join(installation.dataDir, 'wrong.env')
  await writeFile(file, 'PORT=1\nTWILIO_AUTH_TOKEN hunter2\nPORT=2\nBASE_URL="https://x\n')
  const { code, stdout, stderr } = await runCommand(['key', 'list'], { DRAY_SETTINGS: file })
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /line 2 is not NAME=value/)
  assert.match(stderr, /line 3 sets PORT again, after line 1/)
  assert.match(stderr, /line 4 is not NAME=value/)
  assert.ok(!stderr.includes('hunter2'))
  const gone = await runCommand(['key', 'list'], { DRAY_SETTINGS: `${file}.none` })
  assert.match(gone.stderr, /DRAY_SETTINGS names .*ENOENT/)
}

describe('a worker is visible (DESIGN 2)', { concurrency: 2 }, () => {
  test('health and metrics of its tasks on a separate port; not ready while the database is away', async () => {
    await using installation = await createInstallation()
    await using proxy = await startTcpProxy(installation.db.url)
    await using worker = await installation.start('work', { env: { DATABASE_URL: proxy.url } })
    for (const probe of ['live', 'ready']) assert.equal(await freshGet(`${worker.url}/health/${probe}`), 200)
    const metrics = async () => (await fetch(`${worker.url}/metrics`)).text()
    const success = /^dray_task_last_success_timestamp_seconds\{task="run-due-effects"\} ([\d.e+]+)$/m
    await until('a task has run', async () => success.test(await metrics()))
    const at = async () => Number(success.exec(await metrics())?.[1])
    assert.ok(Math.abs((await at()) - Date.now() / 1_000) < 60)
    await until('another task has run', async () =>
      /^dray_task_seconds_count\{task="expire-drafts"\} [1-9]/m.test(await metrics()),
    )
    assert.equal((await fetch(`${worker.url}/v1/jobs`)).status, 404)

    await proxy.refuse()
    await until('it is not ready', async () => (await freshGet(`${worker.url}/health/ready`)) === 503)
    assert.equal(await freshGet(`${worker.url}/health/live`), 200)
    await until('a failed run is counted', async () =>
      /^dray_task_errors_total\{.*\} [1-9]/m.test(await metrics()),
    )
    const stood = await at()
    await proxy.accept()
    await until('tasks go on', async () => (await at()) > stood)
    worker.signal('SIGTERM')
    assert.equal((await worker.ended).code, 0)
  })

  test('WORK_PORT=off opens no port; a port in use is named in the error', async () => {
    await using installation = await createInstallation()
    await using off = await launchProcess({ role: 'work', env: { ...installation.env, WORK_PORT: 'off' } })
    await until('it works', () => off.output.stdout.includes('background tasks'))
    assert.ok(!off.output.stdout.includes('Health'))
    await using first = await installation.start('work')
    await using second = await launchProcess({ role: 'work', port: first.port, env: installation.env })
    assert.equal((await second.ended).code, 1)
    assert.match(second.output.stderr, /EADDRINUSE\): set WORK_PORT or WORK_HOST/)
  })
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { tempFolder } from '#lib/embedded-postgres/testing.ts'
import { createInstallation } from '../support/installation.ts'
import { serveLocally } from '../support/local-server.ts'
import { assertNoSecrets, newPhone } from '../support/no-secrets.ts'
import { type DrayProcess, launchProcess, runCommand, startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'

describe('the first minutes (DESIGN 2)', { concurrency: 2 }, () => {
  test('the first start says all one needs; the next keep the data and the secrets', firstAndLaterStarts)

  test('every command gives one JSON value with --json, beside a server', jsonOfEveryCommand)

  test(
    'a command that cannot do its work says why on standard error, and nothing on standard output',
    failedCommand,
  )

  test('bad settings stop the start with every fault at once, and no value of a secret', invalidSettings)

  test('a start that fails ends, and leaves no PostgreSQL behind', failedStart)

  test('a start that cannot listen leaves the settings of the installation as they were', startWithoutPort)

  test('PORT=0 takes a free port, and all that the start prints names it', startOnAnyPort)

  test('a first start that cannot listen makes no link; the next one shows it', linkAfterFailedStart)

  test('the search for secrets in the output of a process finds them', secretsAreFound)
})

async function firstAndLaterStarts(): Promise<void> {
  await using folder = tempFolder()
  const env = { DATA_DIR: folder.data }
  const job = await tryFirstStart(env)
  await using second = await startProcess({ role: 'start', env })
  await bannerOf(second)
  assert.doesNotMatch(second.output.stdout, /test key, shown|sign-in=/)
  const shown = await runCommand(['job', 'show', job, '--json'], env)
  assert.equal((JSON.parse(shown.stdout) as { job_id: string }).job_id, job)

  const third = await launchProcess({ role: 'start', env })
  assert.notEqual((await third.ended).code, 0)
  assert.match(third.output.stderr, /is in use by another Dray server \(process \d+\): stop that one first/)
  assert.equal((await fetch(`${second.url}/health/ready`)).status, 200, 'the one that runs is unharmed')
}

async function jsonOfEveryCommand(): Promise<void> {
  await using installation = await createInstallation()
  await using server = await installation.start('serve')
  const env = { DATABASE_URL: installation.db.url, DATA_DIR: installation.dataDir }
  const json = async (...args: string[]) => {
    const ran = await runCommand([...args, '--json'], env)
    assert.equal(ran.code, 0, ran.stderr)
    assert.equal(ran.stderr, '')
    return JSON.parse(ran.stdout) as Record<string, string> & Record<string, string>[]
  }
  const partner = await json('partner', 'create', '--company-name', 'Muebles Uno')
  assert.deepEqual(Object.keys(partner), ['partner_id', 'company_name'])
  const key = await json('key', 'create', '--partner', partner.partner_id ?? '', '--mode', 'test')
  assert.deepEqual(Object.keys(key), ['key_id', 'api_key'])
  const jobId = await createJob(server.url, key.api_key ?? '')
  const [partners, keys, texts, jobs, job] = await Promise.all([
    json('partner', 'list'),
    json('key', 'list'),
    json('sms', 'list'),
    json('job', 'list'),
    json('job', 'show', jobId),
  ])
  assert.equal(partners.at(-1)?.company_name, 'Muebles Uno')
  assert.equal(keys.at(-1)?.key_id, key.key_id)
  assert.ok(!JSON.stringify(keys).includes(key.api_key ?? ''), 'a value is shown once')
  assert.deepEqual(Object.keys(texts[0] ?? {}), [
    'to',
    'body',
    'status',
    'provider',
    'job_id',
    'created_at',
    'sent_at',
    'kind',
    'reason',
    'delivery',
  ])
  assert.deepEqual([texts[0]?.job_id, jobs[0]?.job_id, job.job_id], [jobId, jobId, jobId])
  assert.equal((job as unknown as { events: { reason: string }[] }).events[0]?.reason, 'created')
  const renewed = await json('key', 'regenerate', key.key_id ?? '')
  assert.deepEqual(Object.keys(renewed), ['key_id', 'api_key'])
  assert.notEqual(renewed.api_key, key.api_key)
  assert.equal((await json('key', 'revoke', key.key_id ?? '')).key_id, key.key_id)
}

async function failedCommand(): Promise<void> {
  await using installation = await createInstallation()
  const env = { DATABASE_URL: installation.db.url, DATA_DIR: installation.dataDir }
  const nobody = '00000000-0000-7000-8000-000000000000'
  const ran = await runCommand(['job', 'show', nobody, '--json'], env)
  assert.deepEqual(ran, { code: 1, stdout: '', stderr: `There is no job ${nobody}\n` })
}

async function invalidSettings(): Promise<void> {
  const secrets = {
    DATABASE_URL: 'mysql://u:hunter2@h/d',
    METRICS_TOKEN: 'hunter2',
    TWILIO_AUTH_TOKEN: 'hunter2',
  }
  const ran = await runCommand(['start'], {
    ...secrets,
    PORT: 'eighty',
    BASE_URL: 'dray.example',
    TRUST_PROXY: 'everybody',
    DRAFT_LIFETIME_SECONDS: '0',
    LOG_LEVEL: 'loud',
    GEOCODER: 'embedded,nowhere',
    MAP_STYLE_URL: 'https://',
    APP_LINK_HOST: ':::',
    PHOTO_SOURCES_ALLOWED: '127.0.0.1:99999999',
    SMS_PROVIDER: 'twilio',
    SMS_DAILY_CAP_PER_KEY: 'many',
  })
  assert.equal(ran.code, 1)
  assert.equal(ran.stdout, '')
  for (const name of [
    'DATABASE_URL',
    'METRICS_TOKEN',
    'PORT',
    'BASE_URL',
    'TRUST_PROXY',
    'DRAFT_LIFETIME_SECONDS',
    'LOG_LEVEL',
    'GEOCODER',
    'MAP_STYLE_URL',
    'APP_LINK_HOST',
    'PHOTO_SOURCES_ALLOWED',
    'TWILIO_ACCOUNT_SID',
    'SMS_DAILY_CAP_PER_KEY',
  ]) {
    assert.match(ran.stderr, new RegExp(`- ${name} `), ran.stderr)
  }
  assert.ok(!ran.stderr.includes('hunter2'))
  assert.doesNotMatch(ran.stderr, /\n {4}at /, 'no stack')
}

async function failedStart(): Promise<void> {
  await using folder = tempFolder()
  await using taken = await serveLocally((_request, response) => response.end())
  const port = Number(new URL(taken.url).port)
  await using dray = await launchProcess({
    role: 'start',
    env: { DATA_DIR: folder.data },
    port,
    isFirstStart: true,
  })
  assert.equal((await dray.ended).code, 1)
  assert.match(dray.output.stderr, /EADDRINUSE/)
  assert.ok(!fs.existsSync(path.join(folder.data, 'postgres', 'postmaster.pid')), 'it was stopped in order')
}

async function startWithoutPort(): Promise<void> {
  await using installation = await createInstallation()
  const recorded = async () =>
    (await installation.db.kysely
      .selectFrom('installation_setting')
      .select(['name', 'value'])
      .where('name', 'in', ['BASE_URL', 'RATE_LIMIT_PER_MINUTE'])
      .orderBy('name')
      .execute()) as { name: string; value: string }[]
  {
    await using first = await installation.start('serve', { env: { RATE_LIMIT_PER_MINUTE: '77' } })
    // A server is ready a moment before it has recorded its settings.
    await until('the settings are recorded', async () => (await recorded()).length > 0)
    assert.deepEqual(await recorded(), [
      { name: 'BASE_URL', value: first.url },
      { name: 'RATE_LIMIT_PER_MINUTE', value: '77' },
    ])
  }
  const before = await recorded()
  await using taken = await serveLocally((_request, response) => response.end())
  const env = { ...installation.env, BASE_URL: 'https://other.example', RATE_LIMIT_PER_MINUTE: '99' }
  await using dray = await launchProcess({ role: 'serve', env, port: Number(new URL(taken.url).port) })
  assert.equal((await dray.ended).code, 1)
  assert.match(dray.output.stderr, /EADDRINUSE/)
  assert.deepEqual(await recorded(), before)
}

async function linkAfterFailedStart(): Promise<void> {
  await using installation = await createInstallation()
  {
    await using taken = await serveLocally((_request, response) => response.end())
    const port = Number(new URL(taken.url).port)
    const { env } = installation
    await using dray = await launchProcess({ role: 'serve', env, port, isFirstStart: true })
    assert.equal((await dray.ended).code, 1)
    assert.match(dray.output.stderr, /EADDRINUSE/)
  }
  await using next = await installation.start('serve')
  assert.match(await bannerOf(next), /^ {2}\S+\/admin\/invitation#[\w-]{43}$/m)
}

function secretsAreFound() {
  const clean = { stdout: '{"level":30,"msg":"answered","ms":3}', stderr: '' }
  assertNoSecrets(clean)
  const key = `dray_live_${'a'.repeat(32)}`
  for (const leak of [key, newPhone(), newPhone().slice(1), encodeURIComponent(newPhone()), '+12025550123']) {
    assert.throws(() => assertNoSecrets({ ...clean, stderr: `x ${leak} y` }))
    assert.throws(() => assertNoSecrets({ ...clean, stdout: leak }, { isFirstStart: true }))
  }
}

/** The output of a start with its banner, which is printed after the server has begun to answer. */
async function bannerOf({ output, url }: DrayProcess): Promise<string> {
  await until('the banner is printed', () => output.stdout.includes(`ready at ${url}\n`))
  return output.stdout
}

/** @returns the id of the job that the `curl` command of the banner has created. */
async function tryFirstStart(env: { DATA_DIR: string }): Promise<string> {
  await using first = await startProcess({ role: 'start', env, isFirstStart: true })
  const banner = await bannerOf(first)
  assert.match(banner, /for postcodes: {2}npm run --silent dray -- geo setup ES\n/)
  assert.ok(banner.includes(`Data: ${fs.realpathSync(env.DATA_DIR)}`))
  const key = /test key, shown this once: (dray_test_[0-9A-Za-z]{32})\n/.exec(banner)?.[1]
  assert.ok(key)
  const link = /^ {2}(\S+)\/admin\/invitation#[\w-]{43}$/m.exec(banner)?.[1]
  assert.equal(link, first.url, 'the link of the first owner')
  assert.match(banner, /KEY=\$\(npm run --silent dray -- key create --partner [0-9a-f-]{36} --json/)

  const curl = /^curl [^]*?'\n\n/m.exec(banner)?.[0].trim() ?? ''
  const pasted = spawnSync('sh', ['-c', `${curl} -w '\\n%{http_code}'`], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  const [body = '', status] = pasted.stdout.split('\n')
  assert.equal(status, '201', pasted.stdout + pasted.stderr)
  const created = JSON.parse(body) as { job_id: string; sms_sent: boolean }
  assert.equal(created.sms_sent, true)

  const listed = await runCommand(['sms', 'list', '--json'], env)
  assert.equal(listed.stderr, '')
  const [text] = JSON.parse(listed.stdout) as { job_id: string; status: string; provider: string }[]
  assert.deepEqual([text?.job_id, text?.status, text?.provider], [created.job_id, 'sent', 'outbox'])
  first.signal('SIGINT')
  assert.deepEqual(await first.ended, { code: 0, signal: null })
  return created.job_id
}

async function createJob(url: string, apiKey: string): Promise<string> {
  const answer = await fetch(`${url}/v1/jobs`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      title: 'Three-seat sofa',
      size: 'L',
      pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
      dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
      customer_phone: newPhone(),
    }),
  })
  assert.equal(answer.status, 201)
  return ((await answer.json()) as { job_id: string }).job_id
}

async function startOnAnyPort(): Promise<void> {
  await using folder = tempFolder()
  const env = { DATA_DIR: folder.data, PORT: '0', BASE_URL: '' }
  await using dray = await launchProcess({ role: 'start', env, isFirstStart: true })
  const printed = () => /^ {2}Dray is ready at (http:\S+:[1-9]\d*)$/m.exec(dray.output.stdout)?.[1]
  await until('the banner is printed', () => dray.hasEnded() || printed() !== undefined)
  const url = printed() ?? assert.fail(dray.output.stdout + dray.output.stderr)
  assert.equal((await fetch(`${url}/health/ready`)).status, 200)
  assert.ok(dray.output.stdout.includes(`curl -sS ${url}/v1/jobs`))
  assert.ok(dray.output.stdout.includes(`${url}/admin/invitation#`))
  assert.doesNotMatch(dray.output.stdout, /:0[/\s]/)
}

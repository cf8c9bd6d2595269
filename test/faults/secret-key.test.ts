import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { checkCode, startSignIn } from '#contract/app/account.ts'
import { secretKeyFileIn } from '../../server/config/secret-key-file.ts'
import { createDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import { codeOf, stranger } from '../support/person.ts'
import { launchProcess, type Ran, runCommand } from '../support/process.ts'
import { until } from '../support/until.ts'

type Env = Record<string, string>
type Node = { url: string }
type Check = { name: string; status: string; detail: string; remedy: string | null }
type Text = { to: string; body: string; status: string; reason: string | null }

/** SMS stay in the outbox, where `sms list` shows them. */
const outbox = { SMS_PROVIDER: 'outbox' }
const newKey = () => randomBytes(32).toString('base64')

const command = ({ db, dataDir }: Installation, args: string[], more: Env = {}): Promise<Ran> =>
  runCommand(args, { DATABASE_URL: db.url, DATA_DIR: dataDir, ...more })

async function json<T>(installation: Installation, args: string[], more?: Env): Promise<T> {
  const { code, stdout, stderr } = await command(installation, [...args, '--json'], more)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as T
}

async function doctorOnKey(installation: Installation, more?: Env): Promise<Check | undefined> {
  const { stdout } = await command(installation, ['doctor', '--json'], more)
  return (JSON.parse(stdout) as { checks: Check[] }).checks.find(({ name }) => name === 'secret key')
}

const keyIn = async (dataDir: string): Promise<string> =>
  (await readFile(secretKeyFileIn(dataDir), 'utf8')).trim()

/** An empty data folder, as on another machine. */
async function elsewhere({ dataDir }: Installation) {
  const folder = await mkdtemp(`${dataDir}-elsewhere-`)
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** @returns the error output of a process that must not start. */
async function refusal(installation: Installation, role: 'serve' | 'work', env: Env): Promise<string> {
  await using dray = await launchProcess({ role, env: { ...installation.env, ...env } })
  assert.deepEqual(await dray.ended, { code: 1, signal: null }, dray.output.stdout)
  return dray.output.stderr
}

async function askForCode(installation: Installation, { url }: Node) {
  const phone = newPhone()
  const { challenge_id } = await stranger({ url }).ok(startSignIn, { body: { phone } })
  const code = await codeOf(installation, challenge_id)
  return {
    phone,
    code,
    checkAt: (node: Node) =>
      stranger(node).call(checkCode, { params: { challenge_id }, body: { phone, code, kind: 'native' } }),
  }
}

const metric = async ({ url }: Node, line: string): Promise<boolean> =>
  (await (await fetch(`${url}/metrics`)).text()).split('\n').includes(line)

describe('the secret key of an installation (decision 24)', { concurrency: 2 }, () => {
  test(
    'two nodes that start at once make one key, and a code of one is taken by the other',
    twoNodesMakeOneKey,
  )

  test(
    'a node, a worker and a command with another key, or none, are refused with a remedy',
    otherKeyIsRefused,
  )

  test('rekey accepts a new key on purpose: codes that wait end, and the audit log has it', rekey)

  test(
    'a backup does not hold the key; its restore elsewhere says so and runs with the key or a new one',
    backupHasNoKey,
  )

  test(
    'a bad SECRET_KEY, and a file that holds no key, stop the start with a clear fault',
    invalidKeyStopsTheStart,
  )
})

async function twoNodesMakeOneKey(): Promise<void> {
  await using installation = await createInstallation()
  await using opened = new AsyncDisposableStack()
  const nodes = await Promise.all(
    Array.from({ length: 2 }, async () =>
      opened.use(await installation.start('serve', { port: await freePort(), env: outbox })),
    ),
  )
  const [first, second] = [nodes[0] as Node, nodes[1] as Node]
  assert.deepEqual(
    (await readdir(installation.dataDir)).filter((name) => name.startsWith('secret')),
    ['secret.key'],
  )
  const file = secretKeyFileIn(installation.dataDir)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const asked = await askForCode(installation, first)
  const key = await keyIn(installation.dataDir)
  for (const { output } of nodes) assert.ok(!output.stderr.includes(key) && !output.stdout.includes(key))
  const texts = await json<Text[]>(installation, ['sms', 'list'])
  assert.ok(texts.some(({ to, body }) => to === asked.phone && body.endsWith(`#${asked.code}`)))
  assert.equal((await asked.checkAt(second)).status, 200)
  assert.match((await doctorOnKey(installation))?.detail ?? '', /^from .*secret\.key, fits the installation/)
}

async function otherKeyIsRefused(): Promise<void> {
  await using installation = await createInstallation()
  await using there = await elsewhere(installation)
  await using first = await installation.start('serve', { env: outbox })
  const key = await keyIn(installation.dataDir)
  const none = { DATA_DIR: there.folder }
  const other = { ...none, SECRET_KEY: newKey() }
  for (const role of ['serve', 'work'] as const) {
    assert.match(await refusal(installation, role, none), absent)
    const said = await refusal(installation, role, other)
    assert.match(said, different)
    assert.ok(!said.includes(other.SECRET_KEY) && !said.includes(key))
  }
  assert.deepEqual(await readdir(there.folder), [], 'none of them made a key')
  const commands = [
    ['sms', 'list'],
    ['partner', 'list'],
  ]
  for (const args of commands) {
    const keyless = await command(installation, args, none)
    assert.deepEqual([keyless.code, keyless.stdout], [1, ''])
    assert.match(keyless.stderr, absent)
    const foreign = await command(installation, args, other)
    assert.deepEqual([foreign.code, foreign.stdout], [1, ''])
    assert.match(foreign.stderr, different)
  }
  assert.equal((await doctorOnKey(installation, none))?.status, 'fail')
  const judged = await doctorOnKey(installation, other)
  assert.equal(judged?.status, 'fail')
  assert.match(judged?.remedy ?? '', /installation rekey/)

  // Urgent commands work with any secret key.
  const { keyId } = await installation.partner({}, first)
  const revoked = await command(installation, ['key', 'revoke', keyId], none)
  assert.equal(revoked.code, 0, revoked.stderr)

  // With the same key in its environment, another machine is a normal node.
  const same = { ...none, SECRET_KEY: Buffer.from(key, 'base64').toString('hex') }
  await using second = await installation.start('serve', {
    port: await freePort(),
    env: { ...outbox, ...same },
  })
  const asked = await askForCode(installation, first)
  assert.equal((await asked.checkAt(second)).status, 200)
  assert.match((await doctorOnKey(installation, same))?.detail ?? '', /^from SECRET_KEY, fits/)
}

async function rekey(): Promise<void> {
  await using installation = await createInstallation()
  await using old = await installation.start('serve', { env: outbox })
  const waiting = await askForCode(installation, old)
  const kept = await command(installation, ['installation', 'rekey'])
  assert.equal(kept.code, 1)
  assert.match(kept.stderr, /is the key that this installation runs with, so nothing was changed/)

  await rm(secretKeyFileIn(installation.dataDir))
  const args = ['installation', 'rekey', '--reason', 'it was in a ticket', '--as', 'Ana']
  type Rekeyed = { secret_key: string; fingerprint: string; before: string; codes_ended: number }
  const rekeyed = await json<Rekeyed>(installation, args)
  assert.equal(rekeyed.secret_key, secretKeyFileIn(installation.dataDir))
  assert.equal(rekeyed.codes_ended, 1)
  assert.notEqual(rekeyed.fingerprint, rekeyed.before)
  await until('the node with the old key says so', () =>
    metric(old, 'dray_setting_contradiction{setting="SECRET_KEY_FINGERPRINT"} 1'),
  )
  await using fresh = await installation.start('serve', { port: await freePort(), env: outbox })
  const late = await waiting.checkAt(fresh)
  assert.deepEqual([late.status, (late.body as { error?: string }).error], [422, 'code_expired'])
  const texts = await json<Text[]>(installation, ['sms', 'list'])
  assert.equal(texts.find(({ to }) => to === waiting.phone)?.body, '')
  const next = await askForCode(installation, fresh)
  assert.equal((await next.checkAt(fresh)).status, 200)

  type Event = { act: string; actor_name: string; reason: string; changes: Record<string, object> }
  const events = await json<Event[]>(installation, ['audit', 'list'])
  const event = events.find(({ act }) => act === 'installation.rekey')
  assert.deepEqual([event?.actor_name, event?.reason], ['Ana', 'it was in a ticket'])
  assert.deepEqual(event?.changes['SECRET_KEY_FINGERPRINT'], {
    from: rekeyed.before,
    to: rekeyed.fingerprint,
  })
}

async function backupHasNoKey(): Promise<void> {
  await using installation = await createInstallation()
  await using there = await elsewhere(installation)
  const file = path.join(installation.dataDir, 'backup.tar.gz')
  {
    await using dray = await installation.start('serve', { env: outbox })
    await askForCode(installation, dray)
  }
  await json(installation, ['backup', file])
  const key = await keyIn(installation.dataDir)
  const content = gunzipSync(await readFile(file))
  for (const form of [key, Buffer.from(key, 'base64').toString('hex')]) assert.ok(!content.includes(form))

  await using target = await createDatabase()
  const moved: Installation = { ...installation, db: target, dataDir: there.folder }
  const env = { DATABASE_URL: target.url, DATA_DIR: there.folder }
  type Restored = { secret_key: string; notes: string[] }
  const restored = await json<Restored>(moved, ['restore', file])
  assert.equal(restored.secret_key, 'absent')
  assert.match(
    restored.notes.at(-1) ?? '',
    /does not contain.*this machine has none.*dray installation rekey/,
  )
  assert.match(await refusal(moved, 'serve', env), absent)
  const again = await json<Restored>(moved, ['restore', file, '--force'], { SECRET_KEY: key })
  assert.equal(again.secret_key, 'fits')
  await json(moved, ['installation', 'rekey'])
  await using dray = await moved.start('serve', { port: await freePort(), env: { ...outbox, ...env } })
  const asked = await askForCode(moved, dray)
  assert.equal((await asked.checkAt(dray)).status, 200)
}

async function invalidKeyStopsTheStart(): Promise<void> {
  await using installation = await createInstallation()
  const said = await refusal(installation, 'serve', { SECRET_KEY: 'hunter2', PORT: 'x' })
  assert.match(said, /- PORT /)
  assert.match(said, /- SECRET_KEY must be 32 random bytes in base64 or hex/)
  assert.ok(!said.includes('hunter2'))
  await writeFile(secretKeyFileIn(installation.dataDir), 'hunter3\n')
  const broken = await refusal(installation, 'serve', {})
  assert.match(broken, /secret\.key holds no secret key, which is 32 random bytes in base64 or hex/)
  assert.ok(!broken.includes('hunter3'))
}

const absent =
  /The secret key of this installation is not here: SECRET_KEY is not set, and there is no .*secret\.key\.\n.*dray installation rekey/
const different =
  /SECRET_KEY is another secret key \(fingerprint [0-9a-f]{16}\) than this installation runs with \([0-9a-f]{16}\)\.\n.*dray installation rekey/

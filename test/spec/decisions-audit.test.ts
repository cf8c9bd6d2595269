import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Command } from 'commander'
import { program } from '../../server/cli/program.ts'
import { findAuditEvents } from '../../server/db/find-audit-events.ts'
import { auditedCommands } from '../support/audited-commands.ts'
import { completedDeal } from '../support/deals.ts'
import { issueInvoices } from '../support/invoices.ts'
import { envOf } from '../support/json-command.ts'
import type { LocalServer } from '../support/local-server.ts'
import { type Market, openMarket } from '../support/market.ts'
import { andorranRows, servePostalFiles } from '../support/postal-server.ts'
import { runCommand } from '../support/process.ts'
import { rowHashes } from '../support/row-hashes.ts'

let market: Market
let geonames: LocalServer
before(async () => {
  market = await openMarket()
  geonames = await servePostalFiles({ AD: andorranRows() })
})
after(async () => {
  await geonames[Symbol.asyncDispose]()
  await market[Symbol.asyncDispose]()
})

const dray = (...args: string[]) =>
  runCommand(['--as', 'olga', ...args, '--json'], { ...envOf(market.app), GEONAMES_URL: geonames.url })

const readEvents = async () => (await findAuditEvents(market.app.db.kysely, { limit: 1_000 })).toReversed()

/** The rows of each table but the audit log. */
const hashes = () => rowHashes(market.app.db.pool, ['audit_event'])

test('DESIGN 2, audit log: a command that only reads changes no row and records no event', async () => {
  const { partnerId } = await market.app.partner()
  const carrier = await market.carrier()
  const { job_id, payment } = await market.posted(await market.person())
  await completedDeal(market)
  await issueInvoices(market.app)
  const receipt = `TEST-R-${new Date().getUTCFullYear()}-000001`
  const backup = path.join(market.app.dataDir, 'backup.tar.gz')
  assert.equal((await dray('backup', backup)).code, 0)
  const args: Record<string, string[]> = {
    'drill restore': [backup],
    'job show': [job_id],
    'payment show': [payment.payment_id ?? ''],
    'carrier show': [carrier.accountId],
    'tariff show': ['--partner', partnerId],
    'ledger check': ['--processor'],
    'ledger month': [new Date().toISOString().slice(0, 7)],
    'invoice show': [receipt],
    'invoice pdf': [receipt, '--to', path.join(market.app.dataDir, 'receipt.pdf')],
    'statement carrier': [carrier.accountId, '--month', '2026-01'],
    'statement partner': [partnerId, '--month', '2026-01'],
  }
  const [rowsBefore, before] = [await hashes(), await readEvents()]
  for (const command of readers) {
    const { code, stderr } = await dray(...command.split(' '), ...(args[command] ?? []))
    assert.ok(code === 0 || command === 'doctor', `${command}: ${stderr}`)
  }
  assert.deepEqual(await hashes(), rowsBefore)
  assert.deepEqual(await readEvents(), before)
})

test('DESIGN 2, audit log: `dray audit list --json` prints the events with these members', async () => {
  const { accountId } = await market.person()
  await dray('account', 'suspend', accountId)
  const printed = JSON.parse((await dray('audit', 'list')).stdout) as { at: string }[]
  const event = printed.at(-1)
  assert.match(event?.at ?? '', /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
  assert.deepEqual(event, {
    at: event?.at,
    actor_type: 'cli',
    actor_name: 'olga',
    act: 'account.suspend',
    targets: [{ type: 'account', id: accountId }],
    reason: null,
    changes: null,
  })
})

test('DESIGN 2, audit log: `dray audit list` filters by act, actor, target and time', async () => {
  const [first, second] = [await market.person(), await market.person()]
  await dray('account', 'suspend', first.accountId)
  await dray('account', 'suspend', second.accountId)
  await dray('account', 'resume', second.accountId)
  const listed = async (...filters: string[]) =>
    (
      JSON.parse((await dray('audit', 'list', ...filters)).stdout) as {
        act: string
        targets: { id: string }[]
      }[]
    ).map(({ act, targets }) => [act, targets[0]?.id])
  const of = ['--target', second.accountId]
  assert.deepEqual(await listed(...of), [
    ['account.suspend', second.accountId],
    ['account.resume', second.accountId],
  ])
  assert.deepEqual(await listed(...of, '--act', 'account.resume'), [['account.resume', second.accountId]])
  assert.equal((await listed(...of, '--act', 'account', '--actor', 'olga')).length, 2)
  assert.deepEqual(await listed(...of, '--act', 'key'), [])
  assert.deepEqual(await listed(...of, '--actor', 'nobody'), [])
  assert.deepEqual(await listed(...of, '--to', '2026-01-01'), [])
  assert.equal((await listed(...of, '--from', '2026-01-01T00:00:00Z')).length, 2)
  assert.notEqual((await dray('audit', 'list', '--act', 'key.stop')).code, 0)
})

/** Their reason is with the job, the person or the dispute. */
const keptElsewhere =
  /^(job (cancel|refund|charge|confirm-delivery|problem .*|trip-report .*)|carrier .*|account suspend|dispute release)$/

const makesItsTarget = /^(partner create|partner invite|key create|staff invite|tariff set|geo .*)$/

test('DESIGN 2, audit log: an act that is refused or changes nothing is not recorded', async () => {
  const { accountId } = await market.person('Ana')
  const { job_id } = await completedDeal(market)
  const suspend = ['account', 'suspend', accountId, '--reason', 'called twice']
  assert.equal((await dray(...suspend)).code, 0)
  const before = await readEvents()
  assert.equal((await dray(...suspend)).code, 0)
  assert.equal((await dray('job', 'refund', job_id, '--amount', '99999999', '--reason', 'all of it')).code, 1)
  assert.equal((await dray('job', 'charge', job_id, '--reason', 'once more')).code, 1)
  assert.equal((await dray('carrier', 'approve', accountId)).code, 1)
  assert.deepEqual(await readEvents(), before)
})

for (const { command, prepare } of auditedCommands) {
  test(`DESIGN 2, audit log: ${command} is one event, with who, what, why and on what`, async () => {
    const { args, act } = await prepare(market)
    const [rowsBefore, before] = [await hashes(), (await readEvents()).length]
    const { code, stdout, stderr } = await dray(...command.split(' '), ...args)
    assert.ok(code === 0, stderr)
    assert.notDeepEqual(await hashes(), rowsBefore, 'the command changes a row')
    const events = (await readEvents()).slice(before)
    assert.deepEqual(
      events.map((event) => event.act),
      [act],
    )
    const [event] = events
    assert.deepEqual([event?.actor_type, event?.actor_name], ['cli', 'olga'])
    const isKeptHere = args.includes('--reason') && !keptElsewhere.test(command)
    assert.equal(event?.reason, isKeptHere ? args.at(-1) : null)
    assert.ok(event && event.targets.length > 0)
    const subject = event.targets[0]?.id
    if (makesItsTarget.test(command)) assert.ok(stdout.toUpperCase().includes(String(subject).toUpperCase()))
    else assert.equal(subject, command === 'ledger sum-day' ? 'ledger' : args[0])
  })
}

const readers = [
  ...[
    'partner list',
    'key list',
    'job list',
    'job show',
    'job problem list',
    'job trip-report list',
    'sms list',
    'payment list',
  ],
  ...['payment show', 'dispute list', 'ledger check', 'account list', 'carrier list', 'carrier show'],
  ...[
    'today',
    'version',
    'tariff show',
    'installation show',
    'audit list',
    'audit verify',
    'drill restore',
    'doctor',
    'staff list',
    'ledger month',
  ],
  ...['statement carrier', 'statement partner', 'invoice list', 'invoice show', 'invoice pdf'],
]

/** Tested elsewhere: `account export`, `rekey`, `restore` and `ledger check --book` each record an event too. */
const others = [
  'start',
  'serve',
  'work',
  'account export',
  'installation rekey',
  'mail test',
  'migrate',
  'backup',
  'photos move',
  'restore',
]

/** They call the API with the test key of a partner, so they are not acts of the operator. */
const ofPartners = ['advance', 'job', 'jobs', 'limit', 'move', 'reset', 'sms', 'stories'].map(
  (name) => `sandbox ${name}`,
)

test('DESIGN 2, audit log: each command is tested as one that writes or one that reads', async () => {
  const known = [...auditedCommands.map(({ command }) => command), ...readers, ...others, ...ofPartners]
  assert.deepEqual(known.sort(), leavesOf(await program()).sort())
})

const leavesOf = (command: Command, words: string[] = []): string[] =>
  command.commands.length === 0
    ? [words.join(' ')]
    : command.commands.flatMap((child) => leavesOf(child, [...words, child.name()]))

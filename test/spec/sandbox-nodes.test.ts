import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Step } from '#contract/sandbox/world.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { asPartner, caller } from '../support/dray.ts'
import { freePort } from '../support/free-port.ts'
import { holdInTrigger } from '../support/held-trigger.ts'
import { createInstallation, type Installation } from '../support/installation.ts'
import type { DrayProcess } from '../support/process.ts'
import { inSandbox, playToEnd, type Refused, type SandboxUser } from '../support/sandbox.ts'

describe('two nodes on one database move the same world', { concurrency: 2 }, () => {
  test('sandbox: both at once, with background tasks: no time is lost, and the timeline is right', bothAtOnce)

  test(
    'sandbox: kill -9 while the clock moves rows: nothing has moved, and the other node goes on',
    killedWhileAging,
  )

  test('sandbox: kill -9 while people act: the other node plays every story to its end', killedWhilePlaying)
})

async function bothAtOnce(): Promise<void> {
  await using nodes = await startNodes('start')
  const { left, right } = nodes
  const jobId = await left.begin('happy')
  const moved = await Promise.all([left, right, left, right].map((node) => node.pass(15)))
  const ahead = Math.max(...moved.map(({ ahead_seconds }) => ahead_seconds))
  assert.ok(Math.abs(ahead - 60) < 10, 'the four calls have moved the clock one after another')
  const moves = await Promise.all(
    [left, right].map((node) => node.sandbox('POST', `/jobs/${jobId}/moves`, { do: 'deliver' })),
  )
  assert.deepEqual(
    moves.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409],
    'one delivers, the other is refused',
  )
  await Promise.all([playToEnd(left), playToEnd(right)])
  const { timeline, status } = await right.job(jobId)
  assert.equal(status, 'completed')
  const directly = happyLife.filter((step) => step !== 'system: about to arrive')
  assert.deepEqual(happened(timeline), directly, 'delivered before the carrier was near')
  await nodes.assertWhole()
}

async function killedWhileAging(): Promise<void> {
  await using nodes = await startNodes()
  const { left, right, leftNode, installation } = nodes
  const { pool } = installation.db
  const jobId = await left.begin('happy')
  await left.pass(20)
  const before = await readMovedRows(installation, left)
  {
    // Accounts are moved late, when the world, the job and its payment have been moved.
    await using held = await holdInTrigger({ pool }, 'before update on account for each row')
    const lost = left.clock({ advance_seconds: 3_600 }).then(
      () => 'answered',
      () => 'lost',
    )
    await held.reached()
    await leftNode.kill()
    assert.equal(await lost, 'lost')
  }
  assert.deepEqual(await readMovedRows(installation, left), before, 'nothing has moved')
  const busy = await right.sandbox<Refused>('POST', '/clock', { advance_seconds: 3_600 })
  assert.deepEqual([busy.status, busy.body.error], [409, 'world_busy'])
  await nodes.endLeases()
  await right.pass(3_600)
  const { timeline, status } = await right.job(jobId)
  assert.equal(status, 'completed')
  assert.deepEqual(happened(timeline), happyLife)
  await nodes.assertWhole()
}

async function killedWhilePlaying(): Promise<void> {
  await using nodes = await startNodes()
  const { left, right, leftNode, installation } = nodes
  const jobIds: string[] = []
  for (let job = 0; job < 10; job++) jobIds.push(await left.begin('happy'))
  {
    // The first carrier who accepts is stopped in the middle, with its hold on the row of the job.
    await using held = await holdInTrigger(installation.db, 'before insert on carrier for each row')
    const lost = moveUntilLost(left)
    await held.reached()
    await leftNode.kill()
    assert.equal(await lost, 'lost')
  }
  await nodes.endLeases()
  await playToEnd(right)
  for (const jobId of jobIds) {
    const { timeline, status } = await right.job(jobId)
    assert.equal(status, 'completed')
    assert.deepEqual(happened(timeline), happyLife)
  }
  await nodes.assertWhole()
}

/** On a busy machine a call may end before the first carrier acts. */
async function moveUntilLost(user: SandboxUser): Promise<string> {
  try {
    for (;;) await user.clock({ advance_seconds: 3_600 })
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
    return 'lost'
  }
}

/** What happens in the happy story, in its order. */
const happyLife = [
  'partner: created',
  'system: draft text sent',
  'customer: opened the link',
  'customer: signed in',
  'customer: added a card',
  'customer: pays by card',
  'system: the total is held',
  'system: hold done',
  'carrier: accepted',
  'carrier: collected',
  'system: about to arrive',
  'carrier: delivered',
  'system: delivered and paid',
  'system: capture done',
  'system: payout done',
  'customer: rated',
  'carrier: rated',
]

/** A delivery that is sooner than the trip can take says so in its words. */
function happened(timeline: Step[]): string[] {
  const seconds = timeline.map(({ after_seconds }) => after_seconds)
  assert.deepEqual(
    seconds,
    seconds.toSorted((a, b) => a - b),
    'in the order of time',
  )
  return timeline.map(({ actor, what }) => `${actor}: ${what.replace(/^delivered, .*/, 'delivered')}`)
}

type Nodes = AsyncDisposable & {
  installation: Installation
  leftNode: DrayProcess
  /** One test key, on each node. */
  left: SandboxUser
  right: SandboxUser
  /** Ends the leases of a killed node, which would last up to 30 s. */
  endLeases: () => Promise<void>
  /** Every job has the time of its world, and the books agree. */
  assertWhole: () => Promise<void>
}

async function startNodes(role: 'serve' | 'start' = 'serve'): Promise<Nodes> {
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await createInstallation())
  const { db } = installation
  const [leftNode, rightNode] = await Promise.all([
    installation.start(role),
    installation.start(role, { port: await freePort() }),
  ])
  opened.use(leftNode)
  opened.use(rightNode)
  const partner = await installation.partner({ mode: 'test' }, leftNode)
  const all = opened.move()
  return {
    installation,
    leftNode,
    left: inSandbox(partner),
    right: inSandbox(asPartner(partner, caller(rightNode.url))),
    async endLeases() {
      const { rows } = await db.pool.query(
        `select lease_until <= now() + interval '30 s' as "endsInTime" from sandbox_world where claim_id is not null`,
      )
      assert.deepEqual(rows, [{ endsInTime: true }])
      await db.pool.query(`update sandbox_world set lease_until = now() + interval '1 s'`)
      await db.pool.query(`update payment_effect set due_at = now() where status = 'running'`)
    },
    async assertWhole() {
      const { rows } = await db.pool.query(
        'select job.id from job join sandbox_world world using (key_id) where job.aged_ms <> world.aged_ms',
      )
      assert.deepEqual(rows, [])
      assert.deepEqual(await ledgerImbalance(db.kysely), [])
    },
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

/** Rows that the clock moves, as they are. */
async function readMovedRows({ db }: Installation, { keyId }: SandboxUser): Promise<string[]> {
  const { rows } = await db.pool.query<{ row: string }>(
    `select (aged_ms + extract(epoch from stopped_at) * 1000)::bigint::text as row from sandbox_world where key_id = $1
     union all select (id, status, created_at + make_interval(secs => aged_ms / 1000))::text from job t where key_id = $1
     union all select t::text from payment t where job_id in (select id from job where key_id = $1)
     union all select t::text from job_event t where job_id in (select id from job where key_id = $1)
     union all select t::text from account t where sandbox_key_id = $1`,
    [keyId],
  )
  return rows.map(({ row }) => row)
}

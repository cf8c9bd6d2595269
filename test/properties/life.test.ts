import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import {
  acceptJob,
  collectJob,
  deliverJob,
  giveBackJob,
  rateCustomer,
  readCarrierJob,
} from '#contract/app/carrier.ts'
import { cancelMyJob, changeNotes, publishJob, rateCarrier, readMyJob } from '#contract/app/customer.ts'
import type { CancelledBy, JobStatus } from '#contract/vocabulary.ts'
import { cancelByStaff } from '../../server/jobs/actions/cancel-by-staff.ts'
import { transitions } from '../../server/jobs/states.ts'
import { newId } from '../../server/lib/ids.ts'
import { Problem } from '../../server/lib/problem.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/*
 * The whole life of a job, in any order anybody may try: each act is answered as spec part 3 and DESIGN 3, Life say, and
 * nothing that is not in the table of transitions ever happens. FC_SEED repeats a run, FC_TIMES makes it longer.
 */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app, partner } = market
const { kysely, pool } = app.db

/** What the job must be. `gone` is a draft that expired. */
type Model = {
  status: JobStatus | 'gone'
  carrier: number | null
  cancelledBy: CancelledBy | null
  collected: boolean
  delivered: boolean
  isLate: boolean
  customerRated: boolean
  carrierRated: boolean
}
type Real = { id: string; customer: Person; carriers: Person[]; methodId: string }
type Command = fc.AsyncCommand<Model, Real>
type Answer = { status: number; body: unknown }

const feeCents = 2_500
const at = ({ id }: Real) => ({ params: { job_id: id } })
const errorOf = ({ body }: Answer) => (body as { error?: string } | undefined)?.error

/** One act: what it must be answered with, and what becomes of the model when it succeeds. */
function act(
  name: string,
  on: (real: Real) => Promise<Answer>,
  judge: (model: Model) => string | (() => void),
): Command {
  return {
    toString: () => name,
    check: () => true,
    async run(model, real) {
      const verdict = judge(model)
      const answer = await on(real)
      if (typeof verdict === 'string')
        assert.equal(errorOf(answer), verdict, `${name} in ${JSON.stringify(model)}`)
      else {
        assert.ok(
          answer.status < 300,
          `${name} → ${answer.status} ${errorOf(answer)} in ${JSON.stringify(model)}`,
        )
        verdict()
      }
      await assertIs(model, real)
    },
  }
}

const nothing = () => {}
const isInProgress = ({ status, collected }: Model) =>
  status === 'posted' || (status === 'accepted' && !collected)

const publish = act(
  'publish',
  async (real) => {
    const body = { payment_id: newId(), source: 'card' as const, payment_method_id: real.methodId }
    return real.customer.call(publishJob, { ...at(real), body })
  },
  (model) => {
    if (model.status === 'draft') return () => void (model.status = 'posted')
    return model.status === 'gone' ? 'not_found' : 'wrong_state'
  },
)

const accept = (who: number) =>
  act(
    `accept by ${who}`,
    (real) => carrierOf(real, who).call(acceptJob, at(real)),
    (model) => {
      if (model.status === 'posted')
        return () => void Object.assign(model, { status: 'accepted', carrier: who })
      if (model.status === 'draft' || model.status === 'gone') return 'not_found'
      if (model.status === 'cancelled') return 'wrong_state'
      return model.carrier === who ? nothing : 'already_taken'
    },
  )

/** An act of a carrier on a job it has: what it is when it is somebody else's, or over, is the same for all. */
const ofCarrier = (
  name: string,
  who: number,
  on: (real: Real, carrier: Person) => Promise<Answer>,
  judge: (model: Model) => string | (() => void),
) =>
  act(
    `${name} by ${who}`,
    (real) => on(real, carrierOf(real, who)),
    (model) => (model.carrier === who ? judge(model) : 'not_found'),
  )

const collect = (who: number) =>
  ofCarrier(
    'collect',
    who,
    (real, carrier) => carrier.call(collectJob, at(real)),
    (model) => (model.status === 'cancelled' ? 'wrong_state' : () => void (model.collected = true)),
  )

const deliver = (who: number) =>
  ofCarrier(
    'deliver',
    who,
    (real, carrier) => carrier.call(deliverJob, { ...at(real), body: {} }),
    (model) =>
      model.status === 'cancelled'
        ? 'wrong_state'
        : () => void Object.assign(model, { collected: true, delivered: true }),
  )

const giveBack = (who: number) =>
  ofCarrier(
    'give back',
    who,
    (real, carrier) => carrier.call(giveBackJob, { ...at(real), body: {} }),
    (model) => {
      if (isInProgress(model))
        return () => void Object.assign(model, { status: 'cancelled', cancelledBy: 'carrier' })
      return model.cancelledBy === 'carrier' ? nothing : 'wrong_state'
    },
  )

const rateAsCarrier = (who: number) =>
  ofCarrier(
    'rate',
    who,
    (real, carrier) => carrier.call(rateCustomer, { ...at(real), body: { stars: 4 } }),
    (model) => (model.status === 'completed' ? () => void (model.carrierRated = true) : 'wrong_state'),
  )

const rateAsCustomer = act(
  'rate by customer',
  (real) => real.customer.call(rateCarrier, { ...at(real), body: { stars: 5 } }),
  (model) => {
    if (model.status === 'gone') return 'not_found'
    return model.status === 'completed' ? () => void (model.customerRated = true) : 'wrong_state'
  },
)

const notes = act(
  'change notes',
  (real) => real.customer.call(changeNotes, { ...at(real), body: { notes: 'Ring twice' } }),
  (model) => {
    if (model.status === 'gone') return 'not_found'
    return model.status === 'draft' || isInProgress(model) ? nothing : 'wrong_state'
  },
)

const cancel = (says: 'nothing' | 'the fee') =>
  act(
    `cancel for ${says}`,
    (real) =>
      real.customer.call(cancelMyJob, {
        ...at(real),
        body: { fee_cents: says === 'nothing' ? 0 : feeCents },
      }),
    (model) => {
      if (model.status === 'gone') return 'not_found'
      if (model.cancelledBy === 'customer') return nothing
      if (!isInProgress(model)) return 'wrong_state'
      const isDue = model.status === 'accepted' && model.isLate
      if (isDue !== (says === 'the fee')) return 'cancellation_changed'
      return () => void Object.assign(model, { status: 'cancelled', cancelledBy: 'customer' })
    },
  )

const cancelAsStaff = act(
  'cancel by staff',
  async ({ id }) => {
    const order = { jobId: id, staffId: null, reason: 'asked to' }
    const outcome = await cancelByStaff({ kysely }, order).catch((error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    })
    return outcome ? { status: 200, body: {} } : { status: 409, body: { error: 'wrong_state' } }
  },
  (model) => {
    if ((model.status !== 'posted' && model.status !== 'accepted') || model.delivered) return 'wrong_state'
    return () => void Object.assign(model, { status: 'cancelled', cancelledBy: 'staff' })
  },
)

const byItself = (name: string, on: (real: Real) => Promise<unknown>, becomes: (model: Model) => void) =>
  act(
    name,
    async (real) => {
      await on(real)
      return { status: 200, body: {} }
    },
    (model) => () => becomes(model),
  )

const settle = byItself(
  'the money settles',
  () => settleMoney(app),
  (model) => {
    if (model.status === 'accepted' && model.delivered) model.status = 'completed'
  },
)

const sixMinutes = byItself(
  'six minutes pass',
  ({ id }) =>
    pool.query(`update job set accepted_at = accepted_at - interval '6 minutes' where id = $1`, [id]),
  (model) => {
    if (model.carrier !== null) model.isLate = true
  },
)

const expire = byItself(
  '48 hours pass',
  ({ id }) => pool.query('update job set expires_at = now() where id = $1', [id]),
  (model) => {
    if (model.status === 'draft') model.status = 'gone'
  },
)

const carrierOf = ({ carriers }: Real, who: number): Person => carriers[who] ?? assert.fail('no such carrier')

/** Both sides and the partner read what the model says, and the log holds transitions of the table alone. */
async function assertIs(model: Model, real: Real): Promise<void> {
  const mine: Answer = await real.customer.call(readMyJob, at(real))
  const theirs = await partner.read(real.id)
  if (model.status === 'gone') return assert.deepEqual([mine.status, theirs.status], [404, 404])
  const job = mine.body as Record<string, unknown>
  assert.deepEqual(
    {
      status: job['status'],
      partner: theirs.body.status,
      cancelledBy: job['cancelled_by'],
      collected: job['collected_at'] !== null,
      delivered: job['delivered_at'] !== null,
      mayRate: job['may_rate'],
    },
    {
      status: model.status,
      partner: model.status,
      cancelledBy: model.cancelledBy,
      collected: model.collected,
      delivered: model.delivered,
      mayRate: model.status === 'completed' && !model.customerRated,
    },
  )
  for (const [who, carrier] of real.carriers.entries()) {
    const { status } = await carrier.call(readCarrierJob, at(real))
    assert.equal(status, model.carrier === who ? 200 : 404)
  }
  await assertLog(real.id, model.status)
}

const moves = Object.values(transitions).map(({ from, to, by }) => ({
  from,
  to,
  by: by as readonly string[],
}))

async function assertLog(jobId: string, status: string): Promise<void> {
  const { rows } = await pool.query<{ actor: string; from_status: string | null; to_status: string }>(
    `select actor, from_status, to_status from job_event
     where job_id = $1 and to_status is distinct from from_status order by id`,
    [jobId],
  )
  const states: (string | null)[] = [null]
  for (const { actor, from_status, to_status } of rows) {
    assert.ok(from_status === states.at(-1), 'each begins where the last one ended')
    if (from_status !== null)
      assert.ok(
        moves.some(({ from, to, by }) => from === from_status && to === to_status && by.includes(actor)),
        `${actor}: ${from_status} → ${to_status}`,
      )
    states.push(to_status)
  }
  assert.equal(states.at(-1), status)
}

async function newJob(): Promise<{ model: Model; real: Real }> {
  const customer = await market.person()
  const carriers = [await market.carrier(), await market.carrier()]
  const { job_id: id } = await market.draft(customer)
  const real = { id, customer, carriers, methodId: await saveCard(customer) }
  const model: Model = {
    status: 'draft',
    carrier: null,
    cancelledBy: null,
    collected: false,
    delivered: false,
    isLate: false,
    customerRated: false,
    carrierRated: false,
  }
  return { model, real }
}

const often = [publish, accept(0), accept(1), collect(0), deliver(0), settle]
const all = [
  ...often,
  ...often,
  ...[0, 1].flatMap((who) => [giveBack(who), rateAsCarrier(who)]),
  ...[collect(1), deliver(1), rateAsCustomer, notes, cancel('nothing'), cancel('the fee'), cancelAsStaff],
  ...[sixMinutes, expire],
]

test('3 the life of a job: any acts in any order are answered as the table of transitions says', async (t) => {
  const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31)
  t.diagnostic(`FC_SEED=${seed}`)
  const commands = fc.commands(
    all.map((command) => fc.constant(command)),
    { size: 'max', maxCommands: 16 },
  )
  await fc.assert(
    fc.asyncProperty(commands, async (cmds) => {
      const job = await newJob()
      await fc.asyncModelRun(() => job, cmds)
      await settleMoney(app)
      await assertBooks(app.db)
    }),
    {
      numRuns: 12 * Number(process.env['FC_TIMES'] ?? 1),
      seed,
      interruptAfterTimeLimit: 80_000 * Number(process.env['FC_TIMES'] ?? 1),
    },
  )
})

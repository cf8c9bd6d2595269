import { setTimeout as sleep } from 'node:timers/promises'
import { readJob } from '#contract/partner.ts'
import { newId } from '../../server/lib/ids.ts'
import type { TestPartner } from '../support/dray.ts'
import { kind } from '../support/sms-provider.ts'
import { inDays } from '../support/window-times.ts'
import type { JobAct, KeyAct, NodeName, OperatorAct } from './acts.ts'
import { collectEvidence } from './collect-evidence.ts'
import { carriers, type PlannedCall } from './dice.ts'
import { createFaults } from './faults.ts'
import type { Call, Evidence, Outcome } from './history.ts'
import { actOnJob, actOnKey } from './operator.ts'
import { breachOf, outcomeOf } from './outcome.ts'
import { newCarriers, newCustomer } from './people.ts'
import type { Plan, PlannedOrder } from './plan.ts'
import { plannedWindows } from './plan-windows.ts'
import { hurryRetries, recover } from './recover.ts'
import { inputOf, type OrderRun, type Prepared, requestOf } from './requests.ts'
import type { Run } from './run.ts'
import { send } from './send.ts'
import type { World } from './world.ts'

/** Runs the history of a plan, waits for the recovery, and lets everyone read what came of it. */
export async function runHistory(world: World, plan: Plan): Promise<Evidence> {
  if (plan.key) await world.shareLimits()
  const run = await begin(world, plan)
  const { db } = world.installation
  {
    await using _hurried = hurryRetries(db)
    await Promise.all([...run.orders.map((_, index) => runOrder(run, index)), runKey(run)])
    await run.faults.over()
  }
  const overMs = run.nowMs()
  const { lostLeases, unfinished } = await recover(db)
  run.breaches.push(...unfinished)
  const recoveryMs = run.nowMs() - overMs
  await readAll(run)
  return collectEvidence(run, { lostLeases, recoveryMs, limitIs: world.limitIs() })
}

async function begin(world: World, plan: Plan): Promise<Run> {
  const { installation } = world
  const partner = await installation.partner()
  const theirs = await newCarriers(world)
  const orders = await Promise.all(
    plan.orders.map((planned) => newOrder(world, { planned, partner, theirs })),
  )
  const watched = plan.key && (await installation.partner({ rateLimit: plan.key.limit }))
  const startedAtMs = performance.now()
  const nowMs = () => performance.now() - startedAtMs
  return {
    world,
    plan,
    calls: [],
    faults: createFaults(world, plan.faults, nowMs),
    orders,
    key: watched && { keyId: watched.keyId, values: [watched.apiKey] },
    breaches: [],
    nowMs,
    startedAtMs,
  }
}

type NewOrder = { planned: PlannedOrder; partner: TestPartner; theirs: OrderRun['carriers'] }

async function newOrder(world: World, { planned, partner, theirs }: NewOrder): Promise<OrderRun> {
  const customer = await newCustomer(world, planned)
  const { sms, photos } = world.installation
  const lost = { ...kind, answer: 'reset' } as const
  sms.next.set(
    customer.phone,
    Array.from({ length: planned.lostTexts }, () => lost),
  )
  const reference = planned.hasReference ? newId() : null
  return {
    planned,
    customer,
    input: inputOf(planned, { phone: customer.phone, reference, photo: photos.photo }),
    partnerHeaders: { 'x-api-key': partner.apiKey },
    idempotencyKey: planned.hasIdempotencyKey ? newId() : null,
    paymentIds: planned.cards.map(newId),
    // A window a day: reads tell by the deadline which one is agreed.
    windows: Array.from({ length: plannedWindows }, (_, number) => ({
      id: newId(),
      day: inDays(2 + number),
    })),
    carriers: theirs,
    jobId: null,
    shortId: null,
  }
}

async function runOrder(run: Run, index: number): Promise<void> {
  const { rounds } = run.plan.orders[index] as PlannedOrder
  for (const round of rounds) {
    await Promise.all(round.map((call) => callUntilAnswered(run, index, call)))
    // A partner goes on until it knows the job, or the customer has the text.
    for (let tries = 0; tries < 5 && round[0]?.act.do === 'create' && !isKnown(run, index); tries++) {
      await sleep(200)
      await callForOrder(run, index, { ...round[0], loss: null })
    }
  }
}

/** People try again when they get no response, and partners while the first request runs. */
async function callUntilAnswered(run: Run, index: number, planned: PlannedCall<JobAct>): Promise<void> {
  let call = planned
  for (let tries = 0; tries < 3; tries++) {
    const outcome = await callForOrder(run, index, call)
    if (!planned.repeats || !outcome || isFinal(outcome)) return
    await sleep(100 + 200 * tries)
    call = { ...call, node: otherThan(call.node), loss: null }
  }
}

const isFinal = (outcome: Outcome): boolean =>
  outcome.is === 'acknowledged' ||
  (outcome.is === 'refused' && outcome.error !== 'idempotency_key_in_progress')

const otherThan = (node: NodeName): NodeName => (node === 'left' ? 'right' : 'left')

function isKnown({ orders, world }: Run, index: number): boolean {
  const order = orders[index] as OrderRun
  // Without a key or a reference there may be several jobs, and the text may be about another one.
  const isOnlyOne = order.idempotencyKey !== null || order.input.external_reference
  if (!order.shortId && isOnlyOne) order.shortId = linkIn(world, order.customer.phone)
  return order.jobId !== null && order.shortId !== null
}

/** The customer has the link from the text, also when the partner never got the response. */
function linkIn({ installation: { sms } }: World, phone: string): string | null {
  const texts = sms.ledger
    .filter(({ to }) => to === phone)
    .map(({ body }) => /\/draft\/(\w+)/.exec(body)?.[1])
  return texts.find((shortId) => shortId !== undefined) ?? null
}

/** @returns null if the caller does not know the job yet. */
async function callForOrder(run: Run, index: number, planned: PlannedCall<JobAct>): Promise<Outcome | null> {
  const { act, node, waitMs } = planned
  const order = run.orders[index] as OrderRun
  await sleep(waitMs)
  if (isOfOperator(act)) {
    const { jobId } = order
    const { db } = run.world.installation
    const call = { order: index, act, node: 'operator', loss: null } as const
    return jobId === null ? null : record(run, call, () => actOnJob(db, act, jobId))
  }
  const request = requestOf(order, act)
  if (!request) return null
  const outcome = await record(run, { ...planned, order: index, node }, () => answerOf(run, request, planned))
  if (act.do === 'create') hear(order, outcome)
  return outcome
}

const isOfOperator = (act: JobAct): act is OperatorAct => act.do === 'withdraw' || act.do === 'cancelByStaff'

/** What the partner or the customer learns of the job. */
function hear(order: OrderRun, outcome: Outcome): void {
  if (outcome.is === 'acknowledged') {
    const { job_id, deep_link_url } = outcome.body as { job_id: string; deep_link_url: string }
    order.jobId ??= job_id
    order.shortId ??= /draft\/(\w+)/.exec(deep_link_url)?.[1] ?? null
  } else if (outcome.is === 'refused' && outcome.jobId) order.jobId ??= outcome.jobId
}

async function answerOf(run: Run, request: Prepared, { node, loss }: PlannedCall<unknown>): Promise<Outcome> {
  const { operation, path, headers, body } = request
  const reply = await send({
    method: operation.method,
    url: run.world.urlOf(node) + path,
    headers,
    body,
    loss,
  })
  const breach = breachOf(request, reply)
  if (breach) run.breaches.push(breach)
  return outcomeOf(request, reply)
}

type Recorded = Pick<Call, 'order' | 'act' | 'node' | 'loss'>

async function record(
  run: Run,
  { order, act, node, loss }: Recorded,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const { calls, faults, nowMs } = run
  const pending: Outcome = { is: 'unknown', why: 'it has not ended' }
  const call: Call = {
    number: calls.length,
    order,
    act,
    node,
    loss,
    startMs: nowMs(),
    endMs: Number.POSITIVE_INFINITY,
    outcome: pending,
  }
  calls.push(call)
  faults.onCall(calls.length)
  call.outcome = await work()
  call.endMs = nowMs()
  return call.outcome
}

async function runKey(run: Run): Promise<void> {
  for (const round of run.plan.key?.rounds ?? [])
    await Promise.all(round.map((call) => callWithKey(run, call)))
}

const unknownId = '01900000-0000-7000-8000-000000000000'

async function callWithKey(run: Run, planned: PlannedCall<KeyAct>): Promise<void> {
  const { act, node, loss, waitMs } = planned
  const { key, world } = run
  await sleep(waitMs)
  if (!key) return
  if (act.do !== 'use') {
    await record(run, { order: null, act, node: 'operator', loss: null }, () =>
      actOnKey(world.installation.db, key, act),
    )
    return
  }
  const value = key.values[act.value]
  if (!value) return
  const path = `/v1/jobs/${unknownId}`
  const request = { operation: readJob, path, headers: { 'x-api-key': value } }
  await record(run, { order: null, act, node, loss }, () => answerOf(run, request, planned))
}

/** After the recovery, partner, customer and carriers read each job, some at one node and some at the other. */
async function readAll(run: Run): Promise<void> {
  const readers: JobAct[] = [
    { do: 'read' },
    { do: 'readMine' },
    ...Array.from({ length: carriers }, (_, carrier): JobAct => ({ do: 'readTheirs', carrier })),
  ]
  const nodes: NodeName[] = ['left', 'right']
  for (const [index, order] of run.orders.entries()) {
    if (!order.jobId) continue
    const reads = readers.map((act, at) => ({
      act,
      node: nodes[at % 2] ?? 'left',
      loss: null,
      waitMs: 0,
      repeats: false,
    }))
    await Promise.all(reads.map((read) => callForOrder(run, index, read)))
  }
}

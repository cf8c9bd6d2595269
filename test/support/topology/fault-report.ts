import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../dray.ts'
import { until } from '../until.ts'
import {
  type Call,
  type Create,
  type LoadOptions,
  type OpenLoad,
  sendOnce,
  startOpenLoad,
} from './open-load.ts'
import type { Topology } from './start.ts'

/** What a fault came to, for the table of the manual. */
export type FaultReport = {
  fault: string
  requests: number
  good: number
  /** 503 with `Retry-After`, of Dray and of the balancer. */
  unavailable: { dray: number; balancer: number }
  /** Without a response. */
  unknown: number
  /** Creates whose outcome was not known, repeated until they were acknowledged. */
  repeated: number
  lost: number
  doubled: number
  textedTwice: number
  /** The longest time without a good response. */
  darkMs: number
  /** The kinds of the calls that were not good. */
  refusedKinds: string[]
}

/** Reports the faults of one topology, and prints them together. */
export function createReporter(topology: Topology) {
  const reports: FaultReport[] = []
  const { photo } = topology.photos
  return {
    report: async (name: string, cause: (topology: Topology, load: OpenLoad) => Promise<void>) => {
      const seen = await reportFault(topology, { name, cause: (load) => cause(topology, load), photo })
      reports.push(seen)
      return seen
    },
    printTable: () => console.log(tableOf(reports)),
  }
}

type Fault = {
  name: string
  /** Brings the fault about, and ends it where it does not end alone. */
  cause: (load: OpenLoad) => Promise<void>
  perSecond?: number
  photo?: string
}

/**
 * Sends calls before, during and after a fault. Asserts what holds for every fault: each acknowledged job is there
 * once, each refusal has the shape of the document, and calls succeed again without an operator.
 */
async function reportFault(topology: Topology, fault: Fault): Promise<FaultReport> {
  const { send, partner, session } = topology
  const { perSecond = 20, photo = null } = fault
  const options = { send, apiKey: partner.apiKey, session, perSecond, photo }
  const load = startOpenLoad(options)
  try {
    await until('the load runs', () => load.good() >= 2 * perSecond)
    await fault.cause(load)
    await untilCallsSucceed(load, perSecond)
  } finally {
    await load[Symbol.asyncDispose]()
  }
  const repeated = await repeatRefused(load.creates, options)
  const report = {
    fault: fault.name,
    repeated,
    ...countCalls(load.calls),
    ...(await countJobs(topology, load)),
  }
  assert.deepEqual(load.strange, [], 'every response is in the document')
  assert.deepEqual([report.lost, report.doubled], [0, 0], 'no acknowledged job is lost or doubled')
  return report
}

/** The reports as the table of the manual. */
function tableOf(reports: FaultReport[]): string {
  const head =
    '| fault | requests | good | 503: Dray, balancer | no response | repeated | lost | doubled | texted twice | dark, s |'
  const rows = reports.map(({ unavailable: { dray, balancer }, darkMs, ...each }) => {
    const { fault, requests, good, unknown, repeated, lost, doubled, textedTwice } = each
    const cells = [
      fault,
      requests,
      good,
      `${dray}, ${balancer}`,
      unknown,
      repeated,
      lost,
      doubled,
      textedTwice,
    ]
    return `| ${[...cells, (darkMs / 1_000).toFixed(1)].join(' | ')} |`
  })
  return [head, head.replaceAll(/[^|]+/g, '---'), ...rows].join('\n')
}

/** All calls of three seconds. */
async function untilCallsSucceed({ calls }: OpenLoad, perSecond: number): Promise<void> {
  await until('calls succeed again', async () => {
    const before = calls.length
    await sleep(3_000)
    const seen = calls.slice(before)
    return seen.length >= perSecond * 2 && seen.every(({ outcome }) => outcome === 'good')
  })
}

/** Repeats each create that was not acknowledged, where it has a key, as an SDK does. */
async function repeatRefused(creates: Create[], options: LoadOptions): Promise<number> {
  const refused = creates.filter(({ jobId, idempotencyKey }) => jobId === null && idempotencyKey !== null)
  for (const create of refused) {
    let answer: Answer<unknown> | null = null
    const isAcknowledged = async () => {
      answer = await sendOnce(options, create)
      return answer.status === 201
    }
    await until(`a repeated create is acknowledged (${JSON.stringify(answer)})`, isAcknowledged, 30_000)
  }
  return refused.length
}

function countCalls(calls: Call[]) {
  const count = (matches: (call: Call) => boolean) => calls.filter(matches).length
  const goodAt = calls.filter(({ outcome }) => outcome === 'good').map(({ endedAtMs }) => endedAtMs)
  const gaps = goodAt.toSorted((a, b) => a - b).map((at, n, all) => at - (all[n - 1] ?? at))
  return {
    requests: calls.length,
    good: goodAt.length,
    unavailable: {
      dray: count(({ refusedBy }) => refusedBy === 'Dray'),
      balancer: count(({ refusedBy }) => refusedBy === 'the balancer'),
    },
    unknown: count(({ outcome }) => outcome === 'unknown'),
    darkMs: Math.round(Math.max(...gaps)),
    refusedKinds: [...new Set(calls.filter(({ outcome }) => outcome !== 'good').map(({ kind }) => kind))],
  }
}

async function countJobs({ database, sms, send, partner }: Topology, { creates }: OpenLoad) {
  const { rows } = await database.pool.query<{ id: string; phone: string }>(
    'select id, customer_phone as phone from job where customer_phone = any($1)',
    [creates.map(({ phone }) => phone)],
  )
  const acknowledged = creates.filter(({ jobId }) => jobId !== null)
  const ids = new Set(rows.map(({ id }) => id))
  const phones = rows.map(({ phone }) => phone)
  const read = async ({ jobId }: Create) =>
    (await send(`/v1/jobs/${jobId}`, { headers: { 'x-api-key': partner.apiKey } })).status
  const lost = []
  for (const create of acknowledged)
    if (!ids.has(create.jobId ?? '') || (await read(create)) !== 200) lost.push(create)
  return {
    lost: lost.length,
    doubled: phones.length - new Set(phones).size,
    textedTwice: creates.filter(({ phone }) => sms.sentTo(phone) > 1).length,
  }
}

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  accept,
  accepted,
  acknowledged,
  answer,
  type Changes,
  callsOf,
  evidence,
  held,
  job,
  type Made,
  planned,
  posted,
  posting,
  refused,
  unknown,
} from './by-hand.ts'
import { findOrder, type Step } from './find-order.ts'
import type { Outcome } from './history.ts'
import { judge } from './judge.ts'
import { planHistory } from './plan.ts'

/* Each rule of the model, with a history by hand that keeps it and one that breaks it. */

const read = (status: string): Made => ({ act: { do: 'read' }, outcome: acknowledged({ status }) })

describe('the model: what people did to a job has an order that spec part 3 allows', () => {
  const cases: [string, Made[], boolean][] = [
    [
      'concurrent carriers, one of them is refused',
      [accept(0, acknowledged(), [30, 40]), accept(1, refused('already_taken'), [30, 40])],
      true,
    ],
    [
      'two carriers who both have the job',
      [accept(0, acknowledged(), [30, 40]), accept(1, acknowledged(), [30, 40])],
      false,
    ],
    ['a carrier who repeats the acceptance', [accept(0, acknowledged()), accept(0, acknowledged())], true],
    [
      'a refusal as taken, but no carrier has it',
      [accept(1, refused('already_taken')), read('posted')],
      false,
    ],
    [
      'an acceptance without a response that happened',
      [accept(0, unknown), read('posted'), read('accepted')],
      true,
    ],
    [
      'an acceptance without a response that is gone again',
      [accept(0, unknown), read('accepted'), read('posted')],
      false,
    ],
    ['an acknowledged acceptance that is lost', [accept(0, acknowledged()), read('posted')], false],
    ['a reader who sees a state before it is reached', [read('accepted'), accept(0, acknowledged())], false],
    [
      'a cancellation after the collection',
      [
        accept(0, acknowledged()),
        { act: { do: 'collect', carrier: 0 }, outcome: acknowledged() },
        { act: { do: 'cancel' }, outcome: acknowledged() },
      ],
      false,
    ],
    [
      'another carrier who delivers',
      [accept(0, acknowledged()), { act: { do: 'deliver', carrier: 1 }, outcome: acknowledged() }],
      false,
    ],
    ['a request that was cut, and happened', [accept(0, refused('unreached')), read('accepted')], false],
  ]
  for (const [name, made, isLegal] of cases)
    test(`${isLegal ? 'allows' : 'finds'} ${name}`, () => {
      const broken = judge(
        evidence({
          calls: callsOf([...posting, ...made]),
          ...(made.some(({ act }) => act.do === 'accept') ? accepted : posted),
        }),
      )
      assert.equal(broken.length, isLegal ? 0 : 1, broken.join('\n'))
    })
})

describe('the model: a create is kept, and made once', () => {
  const creating = (...outcomes: Outcome[]) =>
    callsOf(outcomes.map((outcome) => ({ act: { do: 'create' }, outcome })))
  const cases: [string, Changes, number][] = [
    ['a create, and its repeat', { calls: creating(acknowledged(answer), acknowledged(answer)) }, 0],
    ['a create without a response that made nothing', { calls: creating(unknown), jobs: [], textsMs: [] }, 0],
    ['an acknowledged job that is lost', { calls: creating(acknowledged(answer)), jobs: [], textsMs: [] }, 1],
    [
      'one key, two jobs',
      {
        calls: creating(acknowledged(answer), acknowledged({ ...answer, job_id: 'job-2' })),
        jobs: [job, { ...job, id: 'job-2' }],
        textsMs: [1, 2],
      },
      2,
    ],
    [
      'another price than answered',
      { calls: creating(acknowledged(answer)), jobs: [{ ...job, totalCents: 1 }] },
      1,
    ],
    ['other content than sent', { jobs: [{ ...job, title: 'Sofa 1' }] }, 1],
  ]
  for (const [name, changes, count] of cases)
    test(`${count ? 'finds' : 'allows'} ${name}`, () => assert.equal(judge(evidence(changes)).length, count))
})

describe('the model: one hold, one capture, one transfer, one text', () => {
  const paid = { ...held, status: 'captured', capturedCents: 4_520, transfersCents: [3_930] }
  const completed = [{ ...job, status: 'completed' }]
  const cut = { fault: { kind: 'cut database' } as const, startMs: 10, endMs: 15 }
  const cases: [string, Changes, number][] = [
    ['a completed job that was paid', { jobs: completed, holds: [paid] }, 0],
    ['two holds', { ...posted, holds: [held, held] }, 1],
    ['a hold for a draft', { holds: [held] }, 1],
    ['a hold whose job is gone', { holds: [{ ...held, jobId: null }] }, 1],
    ['a capture of another amount', { jobs: completed, holds: [{ ...paid, capturedCents: 4_519 }] }, 1],
    [
      'a carrier who is paid twice',
      { jobs: completed, holds: [{ ...paid, transfersCents: [3_930, 3_930] }] },
      1,
    ],
    [
      'a hold that goes on with the next carrier',
      { jobs: [{ ...job, status: 'cancelled', goesOn: true }], holds: [held] },
      0,
    ],
    [
      'a hold that was released although the job goes on',
      { jobs: [{ ...job, status: 'cancelled', goesOn: true }], holds: [{ ...held, status: 'released' }] },
      1,
    ],
    [
      'a hold that stays after the cancellation',
      { jobs: [{ ...job, status: 'cancelled' }], holds: [held] },
      1,
    ],
    ['two texts for one draft', { textsMs: [10, 20] }, 1],
    ['two texts while the database was cut', { textsMs: [10, 20], faults: [cut] }, 0],
    ['three texts while the database was cut', { textsMs: [10, 20, 30], faults: [cut] }, 1],
    ['two texts long after the database was cut', { textsMs: [10_000, 10_010], faults: [cut] }, 1],
  ]
  for (const [name, changes, count] of cases)
    test(`${count ? 'finds' : 'allows'} ${name}`, () => assert.equal(judge(evidence(changes)).length, count))
})

describe('the model: the limit of a key is exact, and an ended value is refused everywhere', () => {
  const use = (error: string, at: [number, number], value = 0): Made => ({
    act: { do: 'use', value },
    outcome: refused(error),
    at,
  })
  const [admitted, limited] = ['not_found', 'rate_limit_exceeded']
  const revoked: Made = { act: { do: 'revoke' }, outcome: acknowledged(), at: [100, 110] }
  const lowered: Made = { act: { do: 'limit', limit: 1 }, outcome: acknowledged(), at: [100, 110] }
  const together = (...errors: string[]) => errors.map((error) => use(error, [10, 20]))
  const cases: [string, Made[], number][] = [
    ['as many calls as the limit', together(admitted, admitted, limited), 0],
    ['one call too many', together(admitted, admitted, admitted), 3],
    ['a call that is limited too early', together(admitted, limited), 1],
    [
      'a call that is limited after one without a response',
      [...together(admitted, limited), { act: { do: 'use', value: 0 }, outcome: unknown, at: [10, 20] }],
      0,
    ],
    [
      'a call under the limit before a change',
      [lowered, ...together(admitted), use(admitted, [1_000, 1_010])],
      0,
    ],
    [
      'a call over the limit after a change',
      [lowered, ...together(admitted), use(admitted, [2_200, 2_210])],
      1,
    ],
    ['a revoked key after one second', [revoked, use(admitted, [1_100, 1_110])], 0],
    ['a revoked key after two seconds', [revoked, use(admitted, [2_200, 2_210])], 1],
    [
      'a new value that is refused',
      [{ act: { do: 'regenerate' }, outcome: acknowledged(), at: [1, 2] }, use('unauthorized', [10, 20], 1)],
      1,
    ],
  ]
  for (const [name, made, count] of cases)
    test(`${count ? 'finds' : 'allows'} ${name}`, () => {
      const plan = { seed: 1, orders: [planned], key: { limit: 2, rounds: [] }, faults: [] }
      assert.equal(judge(evidence({ plan, calls: callsOf(made, null) })).length, count)
    })
})

test('the model: one seed, one plan', () => {
  assert.deepEqual(planHistory(17), planHistory(17))
  assert.notDeepEqual(planHistory(17), planHistory(18))
})

test('the model: an order of many concurrent calls is found', () => {
  const add = (endMs: number): Step<number> => ({
    ...{ startMs: 0, endMs, isOptional: false, isQuiet: false },
    after: (sum) => [sum + 1],
  })
  const see = (seen: number): Step<number> => ({
    ...{ startMs: 0, endMs: 99, isOptional: false, isQuiet: true },
    after: (sum) => (sum === seen ? [sum] : []),
  })
  const calls = [...Array.from({ length: 10 }, () => add(50)), ...[7, 3, 9].map(see)]
  assert.equal(findOrder(calls, 0).isFound, true)
  assert.equal(findOrder([...calls, see(11)], 0).isFound, false)
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Party } from './acts.ts'
import {
  accept,
  accepted,
  acknowledged,
  callsOf,
  evidence,
  job,
  type Made,
  posting,
  refused,
  windows,
} from './by-hand.ts'
import type { StoredTime } from './history.ts'
import { judge } from './judge.ts'

/* The time of the collection in the model (decision 69), with histories by hand that keep its rules and that break them. */

const no = refused('wrong_state')
const propose = (by: Party, window: number, seen: number | null, outcome = acknowledged()): Made => ({
  act: { do: 'propose', by, window, seen },
  outcome,
})
const agree = (by: Party, window: number, outcome = acknowledged()): Made => ({
  act: { do: 'agree', by, window },
  outcome,
})
const wish = (outcome = acknowledged()): Made => ({ act: { do: 'wish' }, outcome })
const collect: Made = { act: { do: 'collect', carrier: 1 }, outcome: acknowledged() }

type Seen = { agreed?: number; proposed?: number; left: number; from?: number | null; hasWishes?: boolean }

/** What the customer reads. `from`: the window from which the deadline counts; null for the acceptance. */
function sees({ agreed, proposed, left, from = agreed ?? null, hasWishes = false }: Seen): Made {
  const idOf = (number?: number) => (number === undefined ? null : { window_id: `window-${number}` })
  const fromMs = from === null ? 86_400_000 : (windows[from]?.endsMs ?? 0) + 1_800_000
  return {
    act: { do: 'readMine' },
    outcome: acknowledged({
      status: 'accepted',
      accepted_at: new Date(0).toISOString(),
      cancellation: { collect_by: new Date(fromMs).toISOString() },
      time: {
        wishes: hasWishes ? [{}] : [],
        agreed: idOf(agreed),
        proposed: idOf(proposed),
        proposals_left: left,
      },
    }),
  }
}

const judged = (before: Made[], after: Made[]) =>
  judge(
    evidence({ calls: callsOf([...posting, ...before, accept(1, acknowledged()), ...after]), ...accepted }),
  )

const met = [propose(1, 0, null), agree('customer', 0)]
const moved = [...met, propose(1, 5, 0), agree('customer', 5)]
const three = [propose(1, 3, null), propose(1, 4, 3), propose(1, 5, 4)]

describe('the model: customer and carrier agree on a time, and move it', () => {
  const cases: [string, Made[], boolean][] = [
    [
      'another proposal in answer, and the agreement to it',
      [propose(1, 0, null), propose('customer', 1, 0), agree(1, 1), sees({ agreed: 1, left: 3 })],
      true,
    ],
    [
      'a window that counts until another is agreed',
      [...met, propose(1, 5, 0), sees({ agreed: 0, proposed: 5, left: 3 }), agree('customer', 5)],
      true,
    ],
    [
      'an agreement that is repeated later',
      [...moved, agree('customer', 0), sees({ agreed: 5, left: 3 })],
      true,
    ],
    ['a carrier who replaces their proposal', [...three, sees({ proposed: 5, left: 3 })], true],
    ['a fourth proposal that is refused', [...three, propose(1, 6, 5, no)], true],
    [
      'a deadline that does not count from the window',
      [...met, sees({ agreed: 0, left: 3, from: null })],
      false,
    ],
    ['a deadline of the window before', [...moved, sees({ agreed: 5, left: 3, from: 0 })], false],
    ['an agreement that is lost', [...met, sees({ proposed: 0, left: 3 })], false],
    [
      'a proposal by one who had not seen the last',
      [propose(1, 0, null), propose('customer', 1, null)],
      false,
    ],
    [
      'an agreement to what was replaced',
      [propose(1, 0, null), propose(1, 1, 0), agree('customer', 0)],
      false,
    ],
    ['an agreement to the own proposal', [propose(1, 0, null), agree(1, 0)], false],
    ['a fourth proposal', [...three, propose(1, 6, 5)], false],
    ['a proposal of another carrier', [propose(2, 0, null)], false],
    ['an agreement after the collection', [propose(1, 0, null), collect, agree('customer', 0)], false],
    ['a wish after the acceptance', [wish()], false],
  ]
  for (const [name, made, isLegal] of cases)
    test(`${isLegal ? 'allows' : 'finds'} ${name}`, () => {
      assert.equal(judged([], made).length, isLegal ? 0 : 1)
    })

  test('a wish is taken at once, until the customer has proposed a time', () => {
    const taken = sees({ agreed: 0, left: 3, hasWishes: true })
    const asked = sees({ proposed: 0, left: 3, hasWishes: true })
    assert.deepEqual(judged([wish()], [propose(1, 0, null), taken]), [])
    assert.equal(judged([wish()], [propose(1, 0, null), asked]).length, 1)
    const answered = [propose('customer', 4, null), propose(1, 0, 4)]
    assert.deepEqual(judged([wish()], [...answered, sees({ proposed: 0, left: 2, hasWishes: true })]), [])
    assert.equal(judged([], [propose(1, 0, null), { ...taken }]).length, 1, 'without wishes')
  })
})

describe('the model: the rows of the windows, and reminders', () => {
  const [first, second] = windows
  const agreed = { id: first?.id ?? '', status: 'agreed', wasAgreed: true }
  const before = { id: second?.id ?? '', status: 'replaced', wasAgreed: true }
  const told = (count: number): StoredTime['reminders'] =>
    ['customer', 'carrier'].flatMap((by) =>
      ['time_in_a_day', 'time_in_an_hour'].map((kind) => ({ by, kind, count })),
    )
  const row = (time: Partial<StoredTime>) =>
    judge(
      evidence({
        ...accepted,
        jobs: [
          {
            ...job,
            status: 'accepted',
            time: {
              isBeforeCollection: true,
              endsAtMs: first?.endsMs ?? 0,
              windows: [agreed],
              reminders: told(1),
              ...time,
            },
          },
        ],
      }),
    )
  const cases: [string, Partial<StoredTime>, number][] = [
    ['one window, and each reminder once', {}, 0],
    ['a reminder of the window before, too', { windows: [before, agreed], reminders: told(2) }, 0],
    ['a job that was collected before the reminders', { isBeforeCollection: false, reminders: [] }, 0],
    ['a reminder that is sent twice', { reminders: told(2) }, 1],
    ['a reminder that is never sent', { reminders: [] }, 1],
    ['two agreed windows', { windows: [agreed, { ...before, status: 'agreed' }] }, 1],
    [
      'two open proposals',
      { windows: [agreed, ...[1, 2].map(() => ({ ...before, status: 'proposed' }))] },
      1,
    ],
    ['a job with the window before', { endsAtMs: second?.endsMs ?? 0 }, 1],
    ['a job that has lost its window', { endsAtMs: null }, 1],
  ]
  for (const [name, time, count] of cases)
    test(`${count ? 'finds' : 'allows'} ${name}`, () => assert.equal(row(time).length, count))
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { todayKinds } from '#contract/vocabulary.ts'
import type { Entry } from './entry.ts'
import { inOrder } from './order.ts'

const now = new Date('2026-11-28T12:00:00Z')
const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

type Given = { kind: Entry['kind']; hours: number; cents?: number | null; waited?: number }
const entry = ({ kind, hours, cents = null, waited = 1 }: Given) => ({
  ...{ kind, amountCents: cents, since: after(-waited), costsAt: after(hours) },
})
const order = (...given: Given[]) => inOrder(given.map(entry), now).map(({ kind }) => kind)

test('an unpaid job comes before vague addresses that began earlier', () => {
  const vague = Array.from({ length: 5 }, () => ({
    ...{ kind: 'address_coarse' as const, hours: -9, cents: 90_000, waited: 9 },
  }))
  assert.equal(order(...vague, { kind: 'job_owed', hours: -1, cents: 29_631 })[0], 'job_owed')
})

test('what stops all work is first, then what many people lose by, whatever the amount of others', () => {
  assert.deepEqual(
    order(
      { kind: 'job_owed', hours: -9, cents: 90_000 },
      { kind: 'provider_failing', hours: 0 },
      { kind: 'tasks_stopped', hours: 0, waited: 0 },
    ),
    ['tasks_stopped', 'provider_failing', 'job_owed'],
  )
})

test('what costs now comes before what costs within a day, and that before the rest', () => {
  assert.deepEqual(
    order(
      { kind: 'dispute_open', hours: 72, cents: 90_000 },
      { kind: 'draft_expires', hours: 3, cents: 9_000 },
      { kind: 'refund_stuck', hours: -1, cents: 100 },
      { kind: 'address_coarse', hours: -1, cents: 2_000 },
    ),
    ['refund_stuck', 'address_coarse', 'draft_expires', 'dispute_open'],
  )
})

test('of two that are lost within a day, the one that loses more an hour is first', () => {
  assert.deepEqual(
    order(
      { kind: 'draft_expires', hours: 2, cents: 2_000 },
      { kind: 'hold_ends', hours: 3, cents: 30_000 },
      { kind: 'draft_expires', hours: 20, cents: 30_000 },
    ),
    ['hold_ends', 'draft_expires', 'draft_expires'],
  )
})

test('minutes do not outweigh amounts', () => {
  assert.deepEqual(
    order(
      { kind: 'draft_expires', hours: 0.02, cents: 2_000 },
      { kind: 'hold_ends', hours: 1, cents: 2_500 },
    ),
    ['hold_ends', 'draft_expires'],
  )
})

test('at one amount the longer wait is first; an entry without an amount comes after those with one', () => {
  assert.deepEqual(
    order(
      { kind: 'carrier_waiting', hours: -5, waited: 5 },
      { kind: 'problem_open', hours: -1, cents: 500, waited: 1 },
      { kind: 'sms_failed', hours: -2, cents: 500, waited: 2 },
    ),
    ['sms_failed', 'problem_open', 'carrier_waiting'],
  )
})

test('the order is that of the entries, not of how they came, and of every kind', () => {
  const all = todayKinds.map((kind, index) => entry({ kind, hours: (index % 5) * 9 - 9, cents: index * 100 }))
  assert.deepEqual(inOrder(all, now), inOrder(all.toReversed(), now))
  assert.equal(inOrder(all, now).length, todayKinds.length)
})

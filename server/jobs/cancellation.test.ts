import assert from 'node:assert/strict'
import test from 'node:test'
import { type Cancellable, cancellationTerms } from './cancellation.ts'

const acceptedAt = new Date('2026-03-01T12:00:00.000Z')
const after = (ms: number) => new Date(acceptedAt.getTime() + ms)
const minutes = 60_000

const accepted: Cancellable = {
  status: 'accepted',
  size: 'M',
  totalCents: 10_000,
  acceptedAt,
  collectedAt: null,
  paymentInProgress: false,
  now: after(6 * minutes),
}
const fee = (change: Partial<Cancellable>) => cancellationTerms({ ...accepted, ...change }).feeCents

test('DESIGN 3, Life: free for 5 min after acceptance, to the millisecond', () => {
  assert.equal(fee({ now: after(5 * minutes - 1) }), 0)
  assert.equal(fee({ now: after(5 * minutes) }), 1_500)
  const { freeUntil, allowed } = cancellationTerms(accepted)
  assert.deepEqual([freeUntil, allowed], [after(5 * minutes), true])
})

test('DESIGN 3, Life: then 10/15/25/40 € by size', () => {
  const fees = (['S', 'M', 'L', 'XL'] as const).map((size) => fee({ size }))
  assert.deepEqual(fees, [1_000, 1_500, 2_500, 4_000])
})

test('DESIGN 3, Life: never above the held total', () => {
  assert.equal(fee({ size: 'XL', totalCents: 3_999 }), 3_999)
})

test('3 posted, not yet accepted: no penalty, however long', () => {
  const terms = cancellationTerms({ ...accepted, status: 'posted', acceptedAt: null })
  assert.deepEqual(terms, { allowed: true, feeCents: 0, freeUntil: null, refusal: null })
})

test('DESIGN 3, Life: after collection only staff cancel, and after the end no one can', () => {
  const refusal = (change: Partial<Cancellable>) => cancellationTerms({ ...accepted, ...change }).refusal
  assert.equal(refusal({ collectedAt: after(minutes) }), 'collected')
  assert.equal(refusal({ status: 'completed', collectedAt: after(minutes) }), 'final')
  assert.equal(refusal({ status: 'cancelled' }), 'final')
  assert.equal(refusal({ status: 'posted', paymentInProgress: true }), 'payment_under_way')
  const draft = cancellationTerms({ ...accepted, status: 'draft', acceptedAt: null })
  assert.deepEqual(draft, { allowed: false, feeCents: 0, freeUntil: null, refusal: null })
})

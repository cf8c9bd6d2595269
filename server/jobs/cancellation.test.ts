import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { jobSizes } from '#contract/vocabulary.ts'
import { type Cancellable, cancellationRule, cancellationTerms, carrierFault } from './cancellation.ts'

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
  isReported: false,
  isTripReported: false,
  tripFeeCents: 2_000,
  isCarrierUnavailable: false,
  collectHours: 24,
  windowEndsAt: null,
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
  assert.deepEqual(terms, {
    allowed: true,
    feeCents: 0,
    freeUntil: null,
    freeBecause: 'not_accepted',
    refusal: null,
  })
})

test('DESIGN 3, Life: after collection only staff cancel, and after the end no one can', () => {
  const refusal = (change: Partial<Cancellable>) => cancellationTerms({ ...accepted, ...change }).refusal
  assert.equal(refusal({ collectedAt: after(minutes) }), 'collected')
  assert.equal(refusal({ status: 'completed', collectedAt: after(minutes) }), 'final')
  assert.equal(refusal({ status: 'cancelled' }), 'final')
  assert.equal(refusal({ isTripReported: true }), 'trip_reported')
  assert.equal(refusal({ status: 'posted', paymentInProgress: true }), 'payment_under_way')
  const draft = cancellationTerms({ ...accepted, status: 'draft', acceptedAt: null })
  assert.deepEqual(draft, { allowed: false, feeCents: 0, freeUntil: null, freeBecause: null, refusal: null })
})

const hours = 60 * minutes

test('DESIGN 3, Life: free again from the deadline for the collection on, to the millisecond, with a strike', () => {
  const at = (ms: number) => cancellationTerms({ ...accepted, now: after(ms) })
  const [before, from] = [at(24 * hours - 1), at(24 * hours)]
  assert.deepEqual([before.feeCents, carrierFault(before)], [1_500, null])
  assert.deepEqual([from.feeCents, from.freeBecause, carrierFault(from)], [0, 'overdue', 'overdue'])
  assert.equal(fee({ now: after(24 * hours), collectHours: 25 }), 1_500)
})

test('decision 69: the deadline is half an hour after the agreed window, also before and after the hours', () => {
  for (const windowEndsAt of [after(3 * hours), after(72 * hours)]) {
    const at = (ms: number) =>
      cancellationTerms({ ...accepted, windowEndsAt, now: new Date(windowEndsAt.getTime() + ms) })
    const [before, from] = [at(30 * minutes - 1), at(30 * minutes)]
    assert.deepEqual([before.feeCents, carrierFault(before)], [1_500, null])
    assert.deepEqual([from.feeCents, from.freeBecause, carrierFault(from)], [0, 'overdue', 'overdue'])
  }
  assert.equal(cancellationRule(accepted).graceMinutes, 30)
})

test('DESIGN 3, Life: free at once while "not collected" is reported, without a strike in the free minutes', () => {
  const reported = cancellationTerms({ ...accepted, isReported: true })
  assert.deepEqual([reported.feeCents, carrierFault(reported)], [0, 'reported'])
  const early = cancellationTerms({ ...accepted, isReported: true, now: after(minutes) })
  assert.deepEqual([early.feeCents, carrierFault(early)], [0, null])
})

const lives: fc.Arbitrary<Cancellable> = fc
  .record({
    status: fc.constantFrom('posted' as const, 'accepted' as const),
    size: fc.constantFrom(...jobSizes),
    totalCents: fc.integer({ min: 300, max: 200_000 }),
    collectHours: fc.integer({ min: 1, max: 720 }),
    windowEndsAt: fc.option(fc.integer({ min: 0, max: 800 * hours }).map(after)),
    isCollected: fc.boolean(),
    isReported: fc.boolean(),
    isTripReported: fc.boolean(),
    tripFeeCents: fc.integer({ min: 0, max: 10_000 }),
    isCarrierUnavailable: fc.boolean(),
    paymentInProgress: fc.boolean(),
    passedMs: fc.oneof(
      fc.integer({ min: 0, max: 800 * hours }),
      fc.constantFrom(5 * minutes - 1, 5 * minutes, hours - 1, hours, 24 * hours - 1, 24 * hours),
    ),
  })
  .map(({ isCollected, passedMs, ...life }) => ({
    ...life,
    acceptedAt: life.status === 'posted' ? null : acceptedAt,
    collectedAt: isCollected && life.status === 'accepted' ? after(passedMs) : null,
    now: after(passedMs),
  }))

test('promise 13: no fee for the side that kept its word, no strike for it, and never more than was shown', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const terms = cancellationTerms(life)
      const shown = cancellationRule(life)
      const passedMs = life.now.getTime() - acceptedAt.getTime()
      const hoursMs = acceptedAt.getTime() + life.collectHours * hours
      const deadlineMs = life.windowEndsAt ? life.windowEndsAt.getTime() + 30 * minutes : hoursMs
      const isLate = life.status === 'accepted' && life.now.getTime() >= deadlineMs
      const hasFailed = isLate || life.isReported || life.isCarrierUnavailable
      const isFree = life.status === 'posted' || passedMs < shown.freeMinutes * minutes
      assert.ok(terms.feeCents <= shown.lateFeeCents && shown.lateFeeCents <= life.totalCents)
      if (terms.feeCents > 0) assert.ok(!isFree && !hasFailed && carrierFault(terms) === null)
      if (terms.allowed && !isFree && !hasFailed) assert.equal(terms.feeCents, shown.lateFeeCents)
      if (carrierFault(terms))
        assert.ok(terms.feeCents === 0 && !life.collectedAt && (isLate || life.isReported))
      assert.equal(terms.feeCents === 0, terms.freeBecause !== null || !terms.allowed)
    }),
    { numRuns: 5_000 },
  )
})

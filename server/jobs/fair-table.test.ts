import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { type TripReportKind, type TripReportStatus, tripReportKinds } from '#contract/reports.ts'
import { jobSizes } from '#contract/vocabulary.ts'
import { cancellationRule, cancellationTerms, carrierFault, freeUntilOf } from './cancellation.ts'
import { collectBy } from './collection.ts'
import { firstStatus, isUndecided, statusAfter, type TripEvent } from './doubts/trip-report.ts'
import { carrierSharePercent, fairTable, feeCents, type Rule, ruleOfReport } from './fair-table.ts'
import { shareOfFee } from './money/share.ts'
import { carrierPartRefusal, refundRefusal } from './staff-guards.ts'

/*
 * Promise 13 over 100,000 lives, on the rules alone. A life knows what is true: whether the carrier came, and whether
 * the customer was there with what was described. People may lie; staff see through it. The end must not cost the side
 * that kept its word.
 */
const acceptedAt = new Date('2026-03-01T12:00:00.000Z')
const hour = 3_600_000

type Step =
  | { act: 'pass'; ms: number }
  | { act: 'report'; kind: TripReportKind }
  | { act: 'agree' | 'contest' | 'silence' | 'decide' | 'lapse' | 'collect' | 'cancel' | 'give_back' }
  | { act: 'not_collected' }

const life = fc.record({
  size: fc.constantFrom(...jobSizes),
  totalCents: fc.integer({ min: 300, max: 200_000 }),
  tripFeeCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9_000 })),
  collectHours: fc.integer({ min: 1, max: 72 }),
  hadBreakdown: fc.boolean(),
  /** The carrier came in time, and the customer is why it could not be collected. */
  isCustomersFault: fc.boolean(),
  steps: fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .constantFrom(0, 299_999, 300_000, hour, 23 * hour, 24 * hour)
          .map((ms): Step => ({ act: 'pass', ms })),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(...tripReportKinds).map((kind): Step => ({ act: 'report', kind })),
      },
      {
        weight: 6,
        arbitrary: fc
          .constantFrom(
            'agree' as const,
            'contest' as const,
            'silence' as const,
            'decide' as const,
            'lapse' as const,
            'collect' as const,
            'cancel' as const,
            'give_back' as const,
            'not_collected' as const,
          )
          .map((act): Step => ({ act })),
      },
    ),
    { maxLength: 10 },
  ),
})
type Life = Omit<typeof life extends fc.Arbitrary<infer T> ? T : never, never>

type End = { rule: Rule; chargedCents: number; isStruck: boolean }

/** One life by the functions that the service uses, as `report-trip.ts` and `cancel-my-job.ts` call them. */
class Lived {
  readonly #life: Life
  now = acceptedAt
  report: { kind: TripReportKind; status: TripReportStatus; feeCents: number; isLate: boolean } | null = null
  isNotCollectedReported = false
  isDismissed = false
  isCollected = false
  /** What the customer has admitted, by agreeing or by not answering. */
  isAdmitted = false
  /** The customer could cancel for nothing because the carrier was late. */
  wasPromised = false
  end: End | null = null

  constructor(lived: Life) {
    this.#life = lived
  }

  get #job() {
    const { size, totalCents, tripFeeCents, collectHours } = this.#life
    return { size, totalCents, tripFeeCents, collectHours, acceptedAt, windowEndsAt: null }
  }

  terms() {
    return cancellationTerms({
      ...this.#job,
      status: 'accepted',
      collectedAt: this.isCollected ? this.now : null,
      paymentInProgress: false,
      isCarrierUnavailable: false,
      isReported: this.isNotCollectedReported || this.isDismissed,
      isTripReported: this.report !== null && isUndecided(this.report.status) && !this.report.isLate,
      now: this.now,
    })
  }

  do(step: Step): void {
    if (this.end) return
    this.#act(step)
    if (this.end || this.isCollected) return
    const { freeBecause } = this.terms()
    assert.ok(!this.wasPromised || freeBecause === 'overdue', 'what was free because of the delay stays free')
    this.wasPromised = freeBecause === 'overdue'
  }

  #act(step: Step): void {
    if (step.act === 'pass') this.now = new Date(this.now.getTime() + step.ms)
    else if (step.act === 'report') this.#report(step.kind)
    else if (step.act === 'not_collected') this.#notCollected()
    else if (step.act === 'collect') this.#collect()
    else if (step.act === 'cancel') this.#cancel()
    else if (step.act === 'give_back') {
      if (!this.isCollected) this.#finish(fairTable.given_back, 0)
    } else if (step.act === 'decide') this.#move(this.#life.isCustomersFault ? 'uphold' : 'dismiss')
    else this.#move(step.act)
  }

  #report(kind: TripReportKind): void {
    if (this.isCollected || this.isDismissed || (this.report && isUndecided(this.report.status))) return
    const isLate = this.now >= (collectBy(this.#job) ?? this.now)
    const rule = ruleOfReport(kind, {
      isInFreeMinutes: this.now < (freeUntilOf(this.#job) ?? this.now),
      isOverdue: isLate,
      hadBreakdown: this.#life.hadBreakdown,
    })
    const cents = feeCents(fairTable[rule].fee, this.#job)
    this.report = { kind, status: firstStatus(kind, this.isNotCollectedReported), feeCents: cents, isLate }
    if (!isUndecided(this.report.status)) this.#finish(fairTable[rule], cents)
  }

  #notCollected(): void {
    if (this.isCollected) return
    this.isNotCollectedReported = true
    this.#move('contest')
  }

  #collect(): void {
    this.isCollected = true
    this.#move('withdraw')
  }

  #cancel(): void {
    const terms = this.terms()
    if (!terms.allowed) return
    const rule = fairTable[terms.freeBecause ?? 'late']
    assert.equal(rule.strike, carrierFault(terms) !== null)
    this.#finish(rule, terms.feeCents)
  }

  #move(event: TripEvent): void {
    const status = this.report && statusAfter(this.report.status, event)
    if (!this.report || !status) return
    this.report = { ...this.report, status }
    if (event === 'agree' || event === 'silence') this.isAdmitted = true
    if (status === 'dismissed') this.isDismissed = true
    if (status === 'upheld') this.#finish(fairTable[this.report.kind], this.report.feeCents)
    if (status === 'lapsed') this.#finish(fairTable.undecided, 0)
  }

  #finish(rule: Rule, chargedCents: number): void {
    this.end = { rule, chargedCents, isStruck: rule.strike }
  }
}

const test13 =
  'promise 13: in 100,000 lives, no side pays for the fault of the other, and never more than was shown'
test(test13, () => {
  const ends = new Map<string, number>()
  fc.assert(
    fc.property(life, (one) => {
      const shown = cancellationRule(one)
      const lived = new Lived(one)
      for (const step of one.steps) lived.do(step)
      const { end, report } = lived
      if (!end) return
      ends.set(end.rule.why, (ends.get(end.rule.why) ?? 0) + 1)
      const { carrierCents, platformCents } = shareOfFee(end.chargedCents)
      assert.equal(carrierCents + platformCents, end.chargedCents)
      assert.ok(end.chargedCents <= Math.max(shown.lateFeeCents, shown.tripFeeCents))
      assert.ok(end.chargedCents <= one.totalCents)
      if (end.rule.fee === 'trip') {
        assert.ok(end.chargedCents <= shown.tripFeeCents)
        // Charged only where it is true, or the customer has agreed or was silent.
        assert.ok(end.chargedCents === 0 || one.isCustomersFault || lived.isAdmitted)
        assert.ok(!end.isStruck)
      }
      // A strike and a fee never meet: one of both is at fault.
      if (end.isStruck) assert.equal(end.chargedCents, 0)
      // A carrier who was right has no strike through the report.
      if (report?.status === 'upheld' && report.kind !== 'breakdown') assert.ok(!end.isStruck)
      if (end.rule === fairTable.undecided || report?.kind === 'breakdown') assert.equal(end.chargedCents, 0)
    }),
    { numRuns: 100_000 },
  )
  const ways = [fairTable.late, fairTable.overdue, fairTable.reported, fairTable.customer_absent]
  for (const { why } of [...ways, fairTable.breakdown, fairTable.breakdown_again, fairTable.undecided])
    assert.ok((ends.get(why) ?? 0) > 100, `too few lives end so: ${why}`)
})

test('decision 66: a wasted trip costs its fee, nothing in the first minutes or after the deadline', () => {
  const facts = { isInFreeMinutes: false, isOverdue: false, hadBreakdown: true }
  for (const kind of ['customer_absent', 'not_as_described', 'wrong_address'] as const) {
    assert.equal(fairTable[ruleOfReport(kind, facts)].fee, 'trip')
    for (const more of [{ isInFreeMinutes: true }, { isOverdue: true }])
      assert.equal(fairTable[ruleOfReport(kind, { ...facts, ...more })].fee, 'none')
  }
})

test('decision 66: the first breakdown in 30 days counts as no strike, another as one', () => {
  const facts = { isInFreeMinutes: false, isOverdue: false }
  const strikes = [false, true].map((hadBreakdown) => {
    const { strike, fee } = fairTable[ruleOfReport('breakdown', { ...facts, hadBreakdown })]
    assert.equal(fee, 'none')
    return strike
  })
  assert.deepEqual(strikes, [false, true])
})

test('a fee is never above the total, and 80 % of it are the carrier’s', () => {
  const job = { size: 'XL' as const, totalCents: 3_000, tripFeeCents: 3_500 }
  assert.deepEqual([feeCents('late', job), feeCents('trip', job), feeCents('none', job)], [3_000, 3_000, 0])
  assert.deepEqual([carrierSharePercent, shareOfFee(3_000).carrierCents], [80, 2_400])
})

test('promise 13: in 100,000 decisions, a carrier bears no more than the refund, nor than they got', () => {
  const cents = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(cents, cents, cents, cents, (leftCents, amountCents, carrierCents, gotCents) => {
      const isRefused =
        refundRefusal(leftCents, amountCents) !== null ||
        carrierPartRefusal({ amountCents, carrierCents, gotCents }) !== null
      const isFair = amountCents <= leftCents && carrierCents <= amountCents && carrierCents <= gotCents
      assert.equal(isRefused, !isFair)
    }),
    { numRuns: 100_000 },
  )
})

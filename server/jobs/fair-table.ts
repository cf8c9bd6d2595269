import type { TripReportKind } from '#contract/reports.ts'
import type { FreeReason, JobSize } from '#contract/vocabulary.ts'

/*
 * The deal between customer and carrier (promise 13, decision 66): each way in which a job ends, and what it costs. The
 * fees, shares and strikes of the code and the table of the manual (`scripts/fair-page.ts`) are read from here.
 */

export type Fee = 'none' | 'late' | 'trip' | 'price'

export type Rule = {
  endedBy: 'customer' | 'carrier' | 'staff' | 'system'
  /** For the manual. */
  why: string
  stage: 'before the acceptance' | 'accepted, not collected' | 'collected' | 'delivered'
  /** What the customer pays. */
  fee: Fee
  /** Whether the carrier gets a strike. */
  strike: boolean
  decides: 'the rule' | 'the customer, else staff' | 'staff'
}

const accepted = 'accepted, not collected'
const free = { fee: 'none', strike: false, decides: 'the rule' } as const
const byCustomer = { endedBy: 'customer', stage: accepted, ...free } as const
const wastedTrip = {
  endedBy: 'carrier',
  stage: accepted,
  fee: 'trip',
  strike: false,
  decides: 'the customer, else staff',
} as const

export const fairTable = {
  not_accepted: {
    ...byCustomer,
    stage: 'before the acceptance',
    why: 'changes their mind before a carrier accepts',
  },
  just_accepted: { ...byCustomer, why: 'changes their mind in the first minutes after the acceptance' },
  late: { ...byCustomer, why: 'changes their mind later', fee: 'late' },
  carrier_unavailable: { ...byCustomer, why: "the carrier's account is suspended or erased" },
  overdue: {
    ...byCustomer,
    why: 'the deadline for the collection is over; a later report of the carrier changes nothing',
    strike: true,
  },
  reported: {
    ...byCustomer,
    why: 'reported "not collected", or staff dismissed the report of the carrier; a dismissed report of the customer takes the strike back',
    strike: true,
  },
  given_back: {
    ...byCustomer,
    endedBy: 'carrier',
    why: 'gives the job back; the next carrier does it',
    strike: true,
  },
  customer_absent: { ...wastedTrip, why: 'reports that the customer is not there' },
  not_as_described: { ...wastedTrip, why: 'reports that it is larger than described, or cannot be carried' },
  wrong_address: { ...wastedTrip, why: 'reports a wrong address' },
  own_delay: {
    ...wastedTrip,
    why: 'reports one of these three in the first minutes or after the deadline; after it, cancelling stays free',
    fee: 'none',
  },
  undecided: {
    ...free,
    endedBy: 'system',
    stage: accepted,
    why: 'the customer disagrees with such a report, and staff do not decide in time',
  },
  breakdown: {
    ...byCustomer,
    endedBy: 'carrier',
    why: 'reports a breakdown, the first in 30 days; the next carrier does the job',
  },
  breakdown_again: {
    ...byCustomer,
    endedBy: 'carrier',
    why: 'reports another breakdown within 30 days',
    strike: true,
  },
  false_report: {
    ...free,
    endedBy: 'staff',
    stage: accepted,
    why: 'dismiss a report that had ended the job, a breakdown included; they refund a charged fee',
    strike: true,
    decides: 'staff',
  },
  hold_lost: {
    ...free,
    endedBy: 'system',
    stage: 'before the acceptance',
    why: 'the hold could not be renewed within 24 hours',
  },
  by_staff: {
    ...free,
    endedBy: 'staff',
    stage: 'collected',
    why: 'cancel it, at any stage',
    decides: 'staff',
  },
  delivered: {
    ...free,
    endedBy: 'carrier',
    stage: 'delivered',
    why: 'delivers it; the carrier gets their amount of the price',
    fee: 'price',
  },
} as const satisfies Record<string, Rule>
export type RuleName = keyof typeof fairTable

/** The rule for each reason why cancelling is free; without one it is the late cancellation. */
export const ruleOfCancellation = (because: FreeReason | null): Rule => fairTable[because ?? 'late']

/** Minutes after the acceptance in which cancelling is free. */
export const freeMinutes = 5

/** The carrier's share of both fees; the platform keeps the rest. */
export const carrierSharePercent = 80

/** Hours in which the customer can answer a report of the carrier; without an answer it counts. */
export const answerHours = 24

/** Hours in which staff decide on a report that the customer contests; then the job ends for nothing. */
export const decisionHours = 72

/** Days in which a second breakdown is a strike. */
export const breakdownDays = 30

export const lateFeesCents: Record<JobSize, number> = { S: 1_000, M: 1_500, L: 2_500, XL: 4_000 }

export type Fees = { size: JobSize; totalCents: number; tripFeeCents: number }

/** What the customer of such a job pays, never above the held total. */
export function feeCents(fee: Fee, { size, totalCents, tripFeeCents }: Fees): number {
  const cents = { none: 0, late: lateFeesCents[size], trip: tripFeeCents, price: totalCents }
  return Math.min(cents[fee], totalCents)
}

export type ReportFacts = {
  isInFreeMinutes: boolean
  isOverdue: boolean
  hadBreakdown: boolean
}

/** The rule for a report of the carrier, by what is known when it is made. */
export function ruleOfReport(kind: TripReportKind, facts: ReportFacts): RuleName {
  if (kind === 'breakdown') return facts.hadBreakdown ? 'breakdown_again' : 'breakdown'
  return facts.isInFreeMinutes || facts.isOverdue ? 'own_delay' : kind
}

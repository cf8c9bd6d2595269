import { maxResends } from '#contract/admin/job-acts.ts'
import type { JobStatus, KeyMode } from '#contract/vocabulary.ts'
import type { PaymentStatus, SmsStatus } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'
import { isLandline } from '../sms/recipient.ts'
import type { Text } from '../texts/index.ts'
import { type AskedFor, hoursBetweenAsks } from './asked-customers.ts'

/*
 * Whether staff may do an act on a job now: each guard returns the error, or null. The acts check it under their locks;
 * the panel shows it beforehand.
 */

type Refusal = Problem | null

const refused = (text: Text): Problem => new Problem('wrong_state', text)

type Money = { statuses: readonly PaymentStatus[] }

const isAny = ({ statuses }: Money, ...wanted: PaymentStatus[]) =>
  statuses.some((status) => wanted.includes(status))

export function cancelRefusal({ status, ...money }: { status: JobStatus } & Money): Refusal {
  if (status === 'draft') return refused((t) => t.panel.isDraft)
  if (status === 'completed' || status === 'cancelled') return refused((t) => t.panel.isEnded[status])
  return isAny(money, 'capturing') ? refused((t) => t.payments.captureRunning) : null
}

type Chargeable = Money & { owedCents: number; isBlocked: boolean }

export function chargeRefusal({ owedCents, isBlocked, ...money }: Chargeable): Refusal {
  if (owedCents === 0 || isAny(money, 'captured')) return refused((t) => t.payments.nothingOwed)
  const isPending = isAny(money, 'authorizing', 'action_required', 'capturing')
  if (isPending) return new Problem('payment_pending', (t) => t.payments.inProgress)
  return isBlocked ? refused((t) => t.payments.blocked) : null
}

/** @param leftCents captured and not refunded; null without a capture. */
export function refundRefusal(leftCents: number | null, amountCents: number): Refusal {
  if (leftCents === null) return refused((t) => t.payments.nothingTaken)
  return leftCents < amountCents ? refused((t) => t.payments.tooMuch) : null
}

type Part = { amountCents: number; carrierCents: number; gotCents: number }

/**
 * Whether the carrier can bear this part of a refund: never more than the refund, or than the carrier got for what is
 * refunded (promise 13).
 *
 * @param gotCents without the parts of earlier refunds; 0 if there is no carrier to bear a part.
 */
export function carrierPartRefusal({ amountCents, carrierCents, gotCents }: Part): Refusal {
  if (carrierCents > amountCents) return refused((t) => t.payments.partAboveRefund)
  return carrierCents > gotCents ? refused((t) => t.payments.partAboveShare) : null
}

const secondsApart = 60

export type ResendRefusal =
  | { why: 'state'; status: JobStatus }
  | { why: 'landline' | 'no_text' | 'too_many' }
  | { why: 'too_soon'; waitSeconds: number }

/** @param texts the SMS of the draft, newest first. */
export function resendRefusal({
  status,
  texts,
}: {
  status: JobStatus
  texts: readonly { status: SmsStatus; to_phone: string; ageSeconds: number }[]
}): ResendRefusal | null {
  if (status !== 'draft') return { why: 'state', status }
  const [last] = texts
  if (!last) return { why: 'no_text' }
  if (isLandline(last.to_phone)) return { why: 'landline' }
  if (texts.some((text) => text.status === 'due' || text.status === 'running')) return null
  if (texts.length > maxResends) return { why: 'too_many' }
  const waitSeconds = Math.ceil(secondsApart - last.ageSeconds)
  return waitSeconds > 0 ? { why: 'too_soon', waitSeconds } : null
}

export function resendProblem(refusal: ResendRefusal): Problem {
  if (refusal.why === 'too_soon') return refused((t) => t.panel.resendTooSoon(refusal.waitSeconds))
  const texts: Record<typeof refusal.why, Text> = {
    state: (t) => t.panel.notADraft,
    landline: (t) => t.panel.resendLandline,
    no_text: (t) => t.panel.resendNoText,
    too_many: (t) => t.panel.resendTooMany(maxResends),
  }
  return refused(texts[refusal.why])
}

export function withdrawRefusal({ status, isPaying }: { status: JobStatus; isPaying: boolean }): Refusal {
  if (status !== 'draft') return refused((t) => t.panel.notADraft)
  return isPaying ? refused((t) => t.panel.draftIsPaid) : null
}

export function hideRefusal({ status, isHidden }: { status: JobStatus; isHidden: boolean }): Refusal {
  if (status !== 'posted') return refused((t) => t.panel.notPosted)
  return isHidden ? refused((t) => t.panel.hiddenAlready) : null
}

export function unhideRefusal({ status, isHidden }: { status: JobStatus; isHidden: boolean }): Refusal {
  if (status !== 'posted') return refused((t) => t.panel.notPosted)
  return isHidden ? null : refused((t) => t.panel.notHidden)
}

/** @param inDoubt the delivery is in doubt. It is not a report, and has a separate act. */
export function decisionRefusal(undecided: number, inDoubt = false): Refusal {
  if (undecided > 0) return null
  return refused((t) => (inDoubt ? t.jobs.onlyInDoubt : t.jobs.noProblemLeft))
}

export const tripRefusal = (canBeDecided: boolean): Refusal =>
  canBeDecided ? null : refused((t) => t.jobs.noTripReport)

/** Staff answer a person, and read what both sides wrote to each other, as `isReportOpen` says. */
export const answerRefusal = (isReportOpen: boolean): Refusal =>
  isReportOpen ? null : refused((t) => t.panel.threadClosed)

export const talkRefusal = (isReportOpen: boolean): Refusal =>
  isReportOpen ? null : refused((t) => t.panel.talkIsPrivate)

export const confirmRefusal = (inDoubt: boolean): Refusal =>
  inDoubt ? null : refused((t) => t.jobs.nothingToConfirm)

type Movable = { status: JobStatus; mode: KeyMode; isCollected: boolean; isHeld: boolean }

/** The conditions on the job itself; the new carrier is checked separately (`actions/reassign.ts`). */
export function reassignRefusal({ status, mode, isCollected, isHeld }: Movable): Refusal {
  if (status !== 'accepted') return refused((t) => t.panel.notAccepted)
  if (isCollected) return refused((t) => t.panel.collectedAlready)
  if (mode !== 'live') return refused((t) => t.panel.testJob)
  return isHeld ? null : refused((t) => t.panel.notHeld)
}

export const noteRefusal = (isDataRemoved: boolean): Refusal =>
  isDataRemoved ? refused((t) => t.panel.dataDeleted) : null

export type RenewFacts = { needsHold: boolean; isInProgress: boolean; isSafe: boolean; wasTried: boolean }

export function renewRefusal({ needsHold, isInProgress, isSafe, wasTried }: RenewFacts): Refusal {
  if (!needsHold) return refused((t) => t.panel.needsNoHold)
  if (isInProgress) return new Problem('payment_pending', (t) => t.payments.inProgress)
  if (isSafe) return refused((t) => t.panel.heldAlready)
  return wasTried ? refused((t) => t.panel.renewedJustNow) : null
}

type Askable = {
  status: JobStatus
  /** Its hold has ended. */
  isHidden: boolean
  hasCustomer: boolean
  asked: Record<AskedFor, boolean>
  isReachable: boolean
}

export function askRefusal(what: AskedFor, job: Askable): Refusal {
  const { status, isHidden, hasCustomer, asked, isReachable } = job
  if (!hasCustomer) return refused((t) => t.panel.notOpened)
  const isOpen = status === 'draft' || status === 'posted'
  if (!isOpen || (what === 'payment' && status === 'posted' && !isHidden))
    return refused((t) => (what === 'payment' ? t.panel.paidAlready : t.panel.notOpen))
  if (asked[what]) return refused((t) => t.panel.askedAlready(hoursBetweenAsks))
  return isReachable ? null : refused((t) => t.panel.unreachable)
}

/** Limit of a pin's distance from the located address, or twice its uncertainty. */
const maxAwayKm = 25

type Pinned = { status: JobStatus; isCollected: boolean; awayKm: number; uncertaintyKm: number }

export function pinRefusal({ status, isCollected, awayKm, uncertaintyKm }: Pinned): Refusal {
  if (status === 'completed' || status === 'cancelled') return refused((t) => t.panel.isOver)
  if (isCollected) return refused((t) => t.panel.collectedAlready)
  const most = Math.max(maxAwayKm, 2 * uncertaintyKm)
  return awayKm > most ? refused((t) => t.panel.pinTooFar(Math.round(most))) : null
}

import type { StepType } from '#contract/sandbox/step.ts'
import type { JobStatus } from '#contract/vocabulary.ts'

/** Key of a step: its words, and the new status of the job, if it changed. */
type Told = { what: string; actor: string; becomes: JobStatus | null }

/** The type of a step. A person may have typed the words of a cancellation, so there the new status decides. */
export function typeOfStep({ what, actor, becomes }: Told): StepType {
  if (becomes === 'cancelled') return actor === 'carrier' && !isTripEnd(what) ? 'given_back' : 'cancelled'
  return types[what] ?? beginnings.find(([words]) => what.startsWith(words))?.[1] ?? 'other'
}

/** The job ended by a report of the carrier (`jobs/doubts/end-trip.ts`). The carriers of the sandbox type no words. */
const isTripEnd = (what: string): boolean => what.startsWith('ended by the report ')

const types: Record<string, StepType> = {
  created: 'created',
  'draft text sent': 'sms_sent',
  'draft text failed': 'sms_failed',
  'opened the link': 'link_opened',
  'signed in': 'signed_in',
  'added a card': 'card_added',
  'pays by card': 'payment_started',
  'pays by wallet': 'payment_started',
  'the bank asks for a confirmation': 'confirmation_asked',
  'the total is held': 'published',
  'offered again with the same hold': 'published',
  'the total is held again': 'shown_again',
  'the total is taken': 'shown_again',
  'the hold has ended, and so did its renewal': 'hidden',
  accepted: 'accepted',
  'wishes saved': 'time_wished',
  'proposes a time': 'time_proposed',
  'proposes to move the time': 'time_proposed',
  'agrees on a time': 'time_agreed',
  'agrees to move the time': 'time_agreed',
  'takes a wish': 'time_agreed',
  'reminded a day before': 'reminded',
  'reminded an hour before': 'reminded',
  'not collected in the agreed time': 'collection_overdue',
  'agrees with the report': 'trip_answered',
  'disagrees with the report': 'trip_answered',
  'no answer to the report': 'trip_term_ended',
  'no decision on the report': 'trip_term_ended',
  collected: 'collected',
  'about to arrive': 'arriving',
  delivered: 'delivered',
  'delivered, sooner than the trip can take': 'delivered',
  'delivered and paid': 'completed',
  rated: 'rated',
  'hold done': 'hold_done',
  'hold refused': 'hold_refused',
  'a new hold done, as the capture was refused': 'hold_done',
  'a new hold refused, as the capture was refused': 'hold_refused',
  'hold renewed': 'hold_renewed',
  'renewal of the hold refused': 'renewal_refused',
  'release done': 'release_done',
  'release of the old hold done': 'release_done',
  'release of the old hold refused': 'release_refused',
  'release refused': 'release_refused',
  'capture done': 'capture_done',
  'capture refused': 'capture_refused',
  'capture of a part done, and the rest of the hold released': 'capture_done',
  'capture of a part refused': 'capture_refused',
  'tip given': 'tip_given',
  'tip refused': 'tip_refused',
  'payout done': 'payout_done',
  'payout refused': 'payout_refused',
  'refund done': 'refund_done',
  'refund refused': 'refund_refused',
}

const beginnings: [words: string, type: StepType][] = [
  ['trip reported: ', 'trip_reported'],
  ['continues ', 'created'],
  ['the hold could not be renewed: ', 'hidden'],
  ['hidden: ', 'hidden'],
  ['shown again: ', 'shown_again'],
]

import type { Move } from '#contract/sandbox/moves.ts'
import type { StepType } from '#contract/sandbox/step.ts'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { EffectKind } from '../db/tables.ts'

/** The next automatic step: an act of a story, a request to the processor, or the end of a term. */
export type NextKind =
  | Move
  | EffectKind
  | 'pay_again'
  | 'text'
  | 'end_draft'
  | 'end_hidden'
  | 'end_confirmation'
  | 'end_question'
  | 'end_hold'
  | 'end_block'
  | 'end_report'
  | 'renew'
  | 'renew_again'
  | 'remind'
  | 'deadline'

/** A job that is paid after it was published is paid again: the capture was refused, or the hold lost. */
export const kindFor = (status: JobStatus, kind: NextKind): NextKind =>
  kind === 'publish' && status !== 'draft' ? 'pay_again' : kind

/** The step it causes, and its description. */
export const comingSteps: Record<NextKind, { type: StepType; what: string }> = {
  open: { type: 'link_opened', what: 'the customer opens the link' },
  sign_in: { type: 'signed_in', what: 'the customer signs in' },
  pay: { type: 'card_added', what: 'the customer adds a card' },
  publish: { type: 'payment_started', what: 'the customer pays by card' },
  pay_again: { type: 'hold_done', what: 'the customer pays again' },
  confirm: { type: 'published', what: 'the customer confirms at the bank' },
  refuse_confirmation: { type: 'hold_refused', what: 'the customer refuses at the bank' },
  wish_time: { type: 'time_wished', what: 'the customer says when it suits' },
  accept: { type: 'accepted', what: 'a carrier accepts' },
  agree_time: { type: 'time_agreed', what: 'the customer and the carrier agree on a time' },
  move_time: { type: 'time_agreed', what: 'the customer and the carrier move the time' },
  collect: { type: 'collected', what: 'the carrier collects' },
  drive: { type: 'arriving', what: 'the carrier is about to arrive' },
  deliver: { type: 'delivered', what: 'the carrier delivers' },
  give_back: { type: 'given_back', what: 'the carrier gives the job back' },
  report_trip: { type: 'trip_reported', what: 'the carrier cannot collect' },
  answer_trip: { type: 'trip_answered', what: 'the customer answers the report' },
  cancel: { type: 'cancelled', what: 'the customer cancels' },
  rate: { type: 'rated', what: 'the customer and the carrier rate' },
  tip: { type: 'tip_given', what: 'the customer gives a tip' },
  authorize: { type: 'hold_done', what: 'the total is held' },
  void: { type: 'release_done', what: 'the hold is released' },
  capture: { type: 'capture_done', what: 'the held total is captured' },
  refund: { type: 'refund_done', what: 'the refund is paid' },
  transfer: { type: 'payout_done', what: 'the carrier is paid' },
  text: { type: 'sms_sent', what: 'the SMS is sent again' },
  end_draft: { type: 'draft_expired', what: 'the draft expires' },
  end_hidden: { type: 'cancelled', what: 'the hidden job is cancelled' },
  end_confirmation: { type: 'hold_refused', what: 'the time to confirm ends' },
  end_question: { type: 'hold_refused', what: 'the earlier question of the bank ends' },
  end_hold: { type: 'hidden', what: 'the hold ends' },
  end_report: { type: 'trip_term_ended', what: 'the time to answer the report, or to decide on it, ends' },
  end_block: { type: 'capture_done', what: 'the block of the money ends' },
  renew: { type: 'hold_renewed', what: 'the hold is renewed' },
  renew_again: { type: 'hold_renewed', what: 'the renewal is tried again' },
  remind: { type: 'reminded', what: 'both are reminded of the agreed time' },
  deadline: { type: 'collection_overdue', what: 'the agreed time passes without a collection' },
}

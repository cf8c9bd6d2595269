import type { TodayKind } from '../vocabulary.ts'
import type { ListedOperation } from './index.ts'

/**
 * The cost of leaving an entry of *Today* open. `all`: it blocks everything else on the list; `many`: jobs of many
 * people; `one`: the amount, or one customer or carrier; `none`: no cost.
 */
export type Loss = 'all' | 'many' | 'one' | 'none'

/**
 * The acts that end an entry, each with its operation. `answer`, `open_health` and `see_…` only open a page: their
 * operation reads that page, or is the one that helps there, such as `changeKey` for a limit that is too low. The
 * operation is only checked to exist; the page that opens decides what the role of the member allows.
 */
export const todayActs = {
  answer: 'listDisputes',
  answer_person: 'answerPerson',
  approve: 'approveCarrier',
  ask_address: 'askCustomer',
  ask_document: 'askForDocument',
  ask_payment: 'askCustomer',
  book_difference: 'bookLedgerDifference',
  charge: 'chargeJobAgain',
  check_ledger: 'checkLedger',
  compare_again: 'repeatReconciliation',
  confirm_delivery: 'confirmJobDelivery',
  decide: 'resolveJobProblems',
  decide_trip: 'decideTripReport',
  explain: 'explainDifference',
  open_health: 'readHealth',
  reassign: 'reassignJob',
  renew_hold: 'renewJobHold',
  resend_text: 'resendJobText',
  review: 'acceptDocument',
  see_difference: 'readMonth',
  see_errors: 'listRequestErrors',
  see_keys: 'changeKey',
  see_refusals: 'listAuditEvents',
  set_pin: 'moveJobPin',
  test: 'testProvider',
  try_again: 'retryEffect',
} as const satisfies Record<string, ListedOperation['operationId']>
export type TodayAct = keyof typeof todayActs

type Rule = {
  loss: Loss
  /**
   * What several rows of one entry have in common; null for kinds with one entry per row. The entry of a waiting
   * carrier includes its documents.
   */
  fold: 'carrier' | 'partner' | 'all' | null
  act: TodayAct
  /** An alternative act. */
  also?: TodayAct
}

/** How each kind of entry is ordered, folded and ended (decision 31). */
export const todayRules: Record<TodayKind, Rule> = {
  tasks_stopped: { loss: 'all', fold: 'all', act: 'open_health' },
  provider_failing: { loss: 'many', fold: null, act: 'test' },
  pushes_refused: { loss: 'many', fold: null, act: 'test' },
  partner_errors: { loss: 'many', fold: 'partner', act: 'see_errors' },
  partner_near_limit: { loss: 'many', fold: 'partner', act: 'see_keys' },
  hold_ends: { loss: 'one', fold: null, act: 'renew_hold' },
  job_hidden: { loss: 'one', fold: null, act: 'ask_payment' },
  collection_overdue: { loss: 'one', fold: null, act: 'reassign' },
  capture_stuck: { loss: 'one', fold: null, act: 'try_again' },
  refund_stuck: { loss: 'one', fold: null, act: 'try_again' },
  payout_stuck: { loss: 'one', fold: null, act: 'try_again' },
  job_owed: { loss: 'one', fold: null, act: 'charge' },
  sms_failed: { loss: 'one', fold: null, act: 'resend_text' },
  draft_expires: { loss: 'one', fold: null, act: 'ask_payment' },
  problem_open: { loss: 'one', fold: null, act: 'decide' },
  trip_contested: { loss: 'one', fold: null, act: 'decide_trip' },
  message_waiting: { loss: 'one', fold: null, act: 'answer_person', also: 'decide' },
  delivery_doubted: { loss: 'one', fold: null, act: 'confirm_delivery' },
  dispute_open: { loss: 'one', fold: null, act: 'answer' },
  ledger_unbalanced: { loss: 'one', fold: null, act: 'book_difference' },
  reconciliation_differs: { loss: 'one', fold: null, act: 'explain' },
  carrier_waiting: { loss: 'one', fold: 'carrier', act: 'approve' },
  document_waiting: { loss: 'one', fold: null, act: 'review' },
  sign_in_refused: { loss: 'one', fold: null, act: 'see_refusals' },
  ledger_unchecked: { loss: 'none', fold: null, act: 'check_ledger' },
  reconciliation_failed: { loss: 'none', fold: null, act: 'compare_again' },
  closing_differs: { loss: 'none', fold: null, act: 'see_difference' },
  document_expires: { loss: 'none', fold: null, act: 'ask_document' },
  address_coarse: { loss: 'none', fold: 'partner', act: 'ask_address', also: 'set_pin' },
}
